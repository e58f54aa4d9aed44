//! Adapters from other tokenizers to [`Tokens`], as close as their public interfaces allow.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use lol_html::html_content::{Comment, Element, TextChunk};
use lol_html::{DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use tamis_blocks::html::tokens::{ContentModel, Tokens};

/// How the content of a start tag is read; depends only on the tag's name.
pub fn content(name: &[u8], self_closing: bool) -> ContentModel {
    match name {
        b"script" => ContentModel::Script,
        _ if self_closing => ContentModel::Markup,
        b"style" | b"xmp" | b"comment" => ContentModel::RawText,
        b"textarea" => ContentModel::RcData,
        b"title" => ContentModel::Title,
        b"plaintext" => ContentModel::PlainText,
        _ => ContentModel::Markup,
    }
}

struct Sink<'a, T>(RefCell<&'a mut T>);

impl<T: Tokens> Sink<'_, T> {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let mut tokens = self.0.borrow_mut();
        if tag.kind == TagKind::EndTag {
            tokens.end(tag.name.as_bytes());
            return TokenSinkResult::Continue;
        }
        match tokens.start(tag.name.as_bytes(), tag.self_closing) {
            ContentModel::Markup => TokenSinkResult::Continue,
            ContentModel::RawText => TokenSinkResult::RawData(RawKind::Rawtext),
            // The sink does not know its place in the page, so a broken `</title` swallows it.
            ContentModel::RcData | ContentModel::Title => TokenSinkResult::RawData(RawKind::Rcdata),
            ContentModel::Script => TokenSinkResult::RawData(RawKind::ScriptData),
            ContentModel::PlainText => TokenSinkResult::Plaintext,
        }
    }
}

impl<T: Tokens> TokenSink for Sink<'_, T> {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => return self.tag(&tag),
            Token::CharacterTokens(text) => self.0.borrow_mut().text(text.as_bytes()),
            Token::NullCharacterToken => self.0.borrow_mut().text(b"\0"),
            Token::CommentToken(_) => self.0.borrow_mut().comment(),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

pub fn html5ever<T: Tokens>(page: &str, tokens: &mut T) {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(page));
    let tokenizer = Tokenizer::new(Sink(RefCell::new(tokens)), TokenizerOpts::default());
    while !matches!(tokenizer.feed(&queue), html5ever::TokenizerResult::Done) {}
    tokenizer.end();
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    Start,
    Empty,
    End,
    Comment,
}

/// A log of tokens: lol_html's end tag handlers may not borrow, so its tokens are emitted at the
/// end of the page.
#[derive(Default)]
struct Log {
    bytes: Vec<u8>,
    tokens: Vec<(Kind, usize)>,
}

impl Log {
    fn add(&mut self, kind: Kind, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.tokens.push((kind, bytes.len()));
    }

    fn tell<T: Tokens>(&self, tokens: &mut T) {
        let mut rest = &self.bytes[..];
        for &(kind, length) in &self.tokens {
            let (bytes, behind) = rest.split_at(length);
            rest = behind;
            match kind {
                Kind::Text => tokens.text(bytes),
                Kind::Start => _ = tokens.start(bytes, false),
                Kind::Empty => _ = tokens.start(bytes, true),
                Kind::End => tokens.end(bytes),
                Kind::Comment => tokens.comment(),
            }
        }
    }
}

/// lol_html shows end tags only where they match an open element, and decodes no entities.
pub fn lol_html<T: Tokens>(page: &str, tokens: &mut T) {
    let log = Rc::new(RefCell::new(Log::default()));
    let any = ElementContentHandlers::default().element(|element: &mut Element<'_, '_>| {
        let name = element.tag_name();
        let kind = if element.is_self_closing() { Kind::Empty } else { Kind::Start };
        log.borrow_mut().add(kind, name.as_bytes());
        if let Some(handlers) = element.end_tag_handlers() {
            let log = Rc::clone(&log);
            handlers.push(Box::new(move |end| {
                log.borrow_mut().add(Kind::End, end.name().as_bytes());
                Ok(())
            }));
        }
        Ok(())
    });
    let document = DocumentContentHandlers::default()
        .text(|text: &mut TextChunk<'_>| {
            log.borrow_mut()
                .add(Kind::Text, html_escape::decode_html_entities(text.as_str()).as_bytes());
            Ok(())
        })
        .comments(|_: &mut Comment<'_>| {
            log.borrow_mut().add(Kind::Comment, b"");
            Ok(())
        });
    let settings = Settings::new()
        .append_element_content_handler((Cow::Owned("*".parse().expect("a selector")), any))
        .append_document_content_handler(document)
        .with_strict(false);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // A page that it gives up on counts as read so far.
    if rewriter.write(page.as_bytes()).is_ok() {
        rewriter.end().ok();
    }
    log.borrow().tell(tokens);
}

/// tl builds a tree; its nodes are emitted in order.
pub fn tl<T: Tokens>(page: &str, tokens: &mut T) {
    let Ok(tree) = tl::parse(page, tl::ParserOptions::default()) else { return };
    enum Step {
        Open(tl::NodeHandle),
        Close(Vec<u8>),
    }
    let mut steps: Vec<Step> = tree.children().iter().rev().map(|&node| Step::Open(node)).collect();
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Close(name) => {
                tokens.end(&name);
                continue;
            }
            Step::Open(handle) => handle.get(tree.parser()),
        };
        match node {
            Some(tl::Node::Tag(tag)) => {
                let name = tag.name().as_bytes().to_owned();
                tokens.start(&name, tag.raw().as_bytes().ends_with(b"/>"));
                steps.push(Step::Close(name));
                let children: Vec<_> = tag.children().top().iter().copied().collect();
                steps.extend(children.into_iter().rev().map(Step::Open));
            }
            Some(tl::Node::Raw(text)) => {
                let text = text.as_utf8_str();
                tokens.text(html_escape::decode_html_entities(&text).as_bytes());
            }
            Some(tl::Node::Comment(_)) => tokens.comment(),
            None => {}
        }
    }
}
