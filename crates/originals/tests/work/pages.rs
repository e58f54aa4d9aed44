//! Pages of one unit repeated in a context.

/// What stands around the units.
pub struct Context {
    pub name: &'static str,
    before: &'static str,
    after: &'static str,
}

const fn context(name: &'static str, before: &'static str, after: &'static str) -> Context {
    Context { name, before, after }
}

pub const CONTEXTS: &[Context] = &[
    context("text", "<title>t</title><p>", "</p><p>y"),
    context("a start tag", "<p ", ">x"),
    context("a start tag that is not simple", "<p = ", ">x"),
    context("an end tag", "<p>x</p ", ">y"),
    context("a double-quoted value", "<p class=\"", "\">x"),
    context("a single-quoted value", "<p>some text <a href='", "'>x</a> and more"),
    context("an unquoted value", "<p>some text <img alt=", ">x"),
    context("a comment", "<p>x<!--", "-->y"),
    context("a doctype", "<!doctype ", "><p>y"),
    context("CDATA", "<p>x<![CDATA[", "]]>y"),
    context("an instruction", "<p>x<?", "?>y"),
    context("a script", "<p>x<script>", "</script>y"),
    context("a style", "<p>x<style>", "</style>y"),
    context("a title", "<title>", "</title><p>y"),
    context("a text area", "<p>x<textarea>", "</textarea>y"),
    context("a select", "<p>x<select>", "</select>y"),
    context("a table", "<p>x<table>", "</table>y"),
    context("a cell", "<table><tr><td>", "</td><td>z</table>y"),
    context("a list", "<ul><li>", "</ul>y"),
    context("SVG", "<p>x<svg>", "</svg>y"),
    context("mathematics", "<p>x<math>", "</math>y"),
    context("a template", "<p>x<template>", "</template>y"),
    context("NOSCRIPT", "<p>x<noscript>", "</noscript>y"),
    context("formatting", "<p>x<b><i>", "</i></b>y"),
    context("code", "<pre><code>", "</code></pre>y"),
    context("JSON-LD", "<script type=application/ld+json>", "</script><p>y"),
    context(
        "a value of JSON-LD",
        "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":\"",
        "\"}</script><p>y",
    ),
    context("a line of authors", "<h1>T</h1><div class=byline>By ", "</div><p>Some text."),
    context("comments", "<div id=comments><div class=comment id=comment-1>", "</div></div>"),
];

pub const UNITS: &[&str] = &[
    "word ",
    "a=\"\" ",
    "a=b ",
    "<",
    "&",
    "\"",
    "\n",
    "<div>",
    "<b><i></b>",
    "<a href=x>w</a> ",
    "<table><tr><td>x",
    "<ul><li>x",
    "<p>x",
    "x<br>",
    "<!--",
    "[{\"a\":",
    "<code>x</code>",
    "<div class=comment id=comment-2><cite class=fn>Ada</cite><p>I do not think so.</p></div>",
];

/// A page of about this many bytes.
pub fn page(context: &Context, unit: &str, size: usize) -> String {
    format!("{}{}{}", context.before, unit.repeat(size / unit.len()), context.after)
}
