//! The elements of a page with the text and links in them, for methods that keep or remove whole
//! elements.

use std::sync::Arc;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::known_tag;
use tamis_blocks::page::{Event, Tag};

/// An element and all in it. Texts are measured in characters other than white space.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasuredElement {
    pub(crate) tag: Tag,
    /// The element around it, which has a smaller number; itself at a root.
    pub(crate) parent: u32,
    /// Length of its text.
    pub(crate) text: u32,
    /// Length of its text inside A elements.
    pub(crate) linked: u32,
    /// Number of A elements, itself included.
    pub(crate) links: u32,
    /// The most A elements in one of its children.
    pub(crate) links_of_child: u32,
}

/// The elements of a page in source order.
#[derive(Debug, Default)]
pub(crate) struct MeasuredElements {
    pub(crate) all: Vec<MeasuredElement>,
    /// The innermost element around the start of each block; [`NONE`] if there is none.
    of_block: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl MeasuredElements {
    /// All methods share one reading of a page; linear in the page's size.
    pub(crate) fn shared(subject: &Subject) -> Arc<Self> {
        subject.shared(|| Self::read(subject))
    }

    fn read(subject: &Subject) -> Self {
        let mut elements =
            Self { all: Vec::new(), of_block: vec![NONE; subject.blocks.blocks.len()] };
        let anchor = known_tag(b"A");
        let mut open: Vec<u32> = Vec::new();
        let mut anchors: u32 = 0;
        let mut starts = subject.blocks.blocks.iter().enumerate().peekable();
        for (index, event) in (0u32..).zip(&subject.page.events) {
            match event {
                Event::Start(tag) => {
                    let number = elements.all.len() as u32;
                    let links = u32::from(Some(*tag) == anchor);
                    anchors += links;
                    let parent = open.last().copied().unwrap_or(number);
                    open.push(number);
                    elements.all.push(MeasuredElement {
                        tag: *tag,
                        parent,
                        text: 0,
                        linked: 0,
                        links,
                        links_of_child: 0,
                    });
                }
                Event::End(_) => {
                    let Some(number) = open.pop() else { continue };
                    let ended = elements.all[number as usize];
                    anchors -= u32::from(Some(ended.tag) == anchor);
                    if let Some(&parent) = open.last() {
                        elements.all[parent as usize].add(&ended);
                    }
                }
                Event::Text(span) => {
                    while let Some((block, _)) =
                        starts.next_if(|(_, block)| block.events.start <= index)
                    {
                        elements.of_block[block] = open.last().copied().unwrap_or(NONE);
                    }
                    let Some(&number) = open.last() else { continue };
                    let text = &subject.page.text[span.start as usize..span.end as usize];
                    let length = text.chars().filter(|c| !c.is_whitespace()).count() as u32;
                    let element = &mut elements.all[number as usize];
                    element.text += length;
                    element.linked += if anchors > 0 { length } else { 0 };
                }
            }
        }
        while let Some(number) = open.pop() {
            let ended = elements.all[number as usize];
            if let Some(&parent) = open.last() {
                elements.all[parent as usize].add(&ended);
            }
        }
        elements
    }

    /// The innermost element around the start of each block.
    pub(crate) fn of_blocks(&self) -> impl Iterator<Item = Option<usize>> {
        self.of_block.iter().map(|&number| (number != NONE).then_some(number as usize))
    }

    /// Returns a value for each element, made of the element and the value of the element around
    /// it.
    pub(crate) fn inherit<T: Copy>(
        &self,
        mut value: impl FnMut(usize, &MeasuredElement, Option<T>) -> T,
    ) -> Vec<T> {
        let mut values: Vec<T> = Vec::with_capacity(self.all.len());
        for (number, element) in self.all.iter().enumerate() {
            let outer = values.get(element.parent as usize).copied();
            values.push(value(number, element, outer));
        }
        values
    }
}

impl MeasuredElement {
    fn add(&mut self, child: &Self) {
        self.text += child.text;
        self.linked += child.linked;
        self.links += child.links;
        self.links_of_child = self.links_of_child.max(child.links);
    }
}
