use super::super::input::Raw;
use super::*;
use crate::formats::detect::sniff;
use flate2::{Compression, GzBuilder};
use std::io::{Cursor, Read, Write};
use std::sync::Arc;

/// A way to make a member of each format.
type Make = fn(&[u8]) -> Vec<u8>;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let builder = GzBuilder::new().extra(vec![7; 300]).filename("name").comment("comment");
    let mut encoder = builder.write(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ::zstd::stream::write::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::new();
    ::bzip2::read::BzEncoder::new(bytes, ::bzip2::Compression::best())
        .read_to_end(&mut encoded)
        .unwrap();
    encoded
}

const ALL: [(&str, Make); 3] =
    [("gzip member", gzip), ("zstd frame", zstd), ("bzip2 stream", bzip2)];

/// A skippable frame around `bytes`; `0x5d` holds a dictionary.
fn skippable(magic: u8, bytes: &[u8]) -> Vec<u8> {
    [&[magic, 0x2a, 0x4d, 0x18], &(bytes.len() as u32).to_le_bytes()[..], bytes].concat()
}

/// The bytes, the members' offsets, the faults.
type Seen = (Vec<u8>, Vec<u64>, Vec<MemberFault>);

fn read(bytes: &[u8], room: usize) -> Seen {
    let mut input = Input::new(Raw::Memory(Cursor::new(bytes.into())), Arc::default());
    let mut members = Members::detect(&mut input, None, sniff).unwrap().expect("a format");
    let mut out = vec![0; room];
    let mut all = Vec::new();
    let mut starts = Vec::new();
    let mut faults = Vec::new();
    loop {
        match members.read(&mut input, &mut out).unwrap() {
            MemberProgress::Bytes(n) => all.extend_from_slice(&out[..n]),
            MemberProgress::Member(offset) => starts.push(offset),
            MemberProgress::Fault(fault) => faults.push(fault),
            MemberProgress::End => return (all, starts, faults),
        }
    }
}

fn places(faults: &[MemberFault]) -> Vec<(Damage, u64, u64)> {
    faults.iter().map(|fault| (fault.damage, fault.offset, fault.lost)).collect()
}

/// Bytes that no compressor shortens.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1u64;
    let mut noise = Vec::new();
    for _ in 0..length {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise.push((state >> 56) as u8);
    }
    noise
}

#[test]
fn members_are_read_in_any_room() {
    let parts = [&b"one"[..], b"", &[9; 100_000], &noise(300_000)];
    for (name, make) in ALL {
        let bytes: Vec<u8> = parts.iter().flat_map(|part| make(part)).collect();
        for room in [1, 7, 1 << 16] {
            let (all, members, faults) = read(&bytes, room);
            assert!(all == parts.concat(), "{name}");
            assert_eq!((members.len(), faults), (4, vec![]), "{name}");
        }
    }
}

#[test]
fn reading_continues_at_the_next_member_that_decompresses() {
    // A magic number that starts no member blocks the way.
    let junk: [&[u8]; 3] =
        [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0], &[0x28, 0xb5, 0x2f, 0xfd, 8], b"BZh9BZhBZh91AY&SY"];
    for ((name, make), junk) in ALL.into_iter().zip(junk) {
        let first = make(b"first");
        let last = make(b"last");
        let junk = [junk, &[0xff; 50]].concat();
        let bytes = [&first[..], &junk, &last].concat();
        let offset = first.len() as u64;
        let lost = junk.len() as u64;
        let (all, members, faults) = read(&bytes, 1 << 16);
        assert_eq!(
            (&all[..], members.first(), members.last()),
            (&b"firstlast"[..], Some(&0), Some(&(offset + lost)))
        );
        assert_eq!(
            (faults[0].offset, faults.iter().map(|fault| fault.lost).sum::<u64>()),
            (offset, lost),
            "{name}"
        );
        assert!(
            faults
                .iter()
                .all(|fault| fault.damage == Damage::Corrupt && fault.detail.contains(name)),
            "{faults:?}"
        );
    }
}

#[test]
fn a_file_of_magic_numbers_is_searched_in_good_time() {
    let magics: [&[u8]; 3] =
        [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0], &[0x28, 0xb5, 0x2f, 0xfd, 0x20, 9], b"BZh91AY&SY"];
    for ((name, _), magic) in ALL.into_iter().zip(magics) {
        let (all, _, faults) = read(&magic.repeat(20_000), 1 << 16);
        let lost = faults.iter().map(|fault| fault.lost).sum::<u64>();
        assert_eq!((all.len(), lost), (0, 20_000 * magic.len() as u64), "{name}");
    }
}

#[test]
fn a_cut_is_reported_wherever_it_is() {
    for (name, make) in ALL {
        let whole = make(&[b'x'; 1000]);
        for cut in 10..whole.len() {
            let (_, _, faults) = read(&whole[..cut], 1 << 16);
            assert_eq!(faults.len(), 1, "{name} {cut}");
        }
    }
}

#[test]
fn a_byte_that_flips_anywhere_is_reported_and_costs_one_member() {
    for (name, make) in ALL {
        let first = make(b"the first");
        let middle = make(&noise(500));
        let last = make(b"the last");
        for at in 0..middle.len() {
            let mut broken = middle.clone();
            broken[at] ^= 0x55;
            let (all, ..) = read(&[&first[..], &broken, &last].concat(), 1 << 16);
            assert!(all.starts_with(b"the first") && all.ends_with(b"the last"), "{name} {at}");
        }
    }
}

#[test]
fn a_gzip_member_that_never_ends_gives_back_what_starts_a_record() {
    let cases =
        [("WARC/1.0\r\nWARC-Type: resource\r\n", true), ("<html><p>A body sent in gzip", false)];
    for ((next, record), ends) in cases.into_iter().flat_map(|case| [(case, false), (case, true)]) {
        let swallowed = [b"swallows ", &gzip(next.as_bytes())[..]].concat();
        // A stored block that swallows everything that follows it, or all but some bytes of a
        // checksum.
        let size = if ends { swallowed.len() as u16 - 4 } else { u16::MAX };
        let head = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, u8::from(ends)], &size.to_le_bytes()[..]]
            .concat();
        let bytes = [head, (!size).to_le_bytes().to_vec(), swallowed.clone()].concat();
        let (all, members, faults) = read(&bytes, 1 << 16);
        assert!(all.starts_with(b"swallows "));
        if record {
            let offset = 15 + b"swallows ".len() as u64;
            assert!(all.ends_with(next.as_bytes()), "{faults:?}");
            assert_eq!(
                (members, places(&faults)),
                (vec![0, offset], vec![(Damage::Corrupt, 0, offset)])
            );
        } else {
            let cut = (Damage::Truncated, 0, bytes.len() as u64);
            let given = swallowed.len().min(size.into());
            assert_eq!((all.len(), members, places(&faults)), (given, vec![0], vec![cut]));
        }
    }
}

#[test]
fn a_zstd_checksum_that_differs_keeps_no_byte_back() {
    let mut first = zstd(b"first");
    let last = zstd(b"last");
    *first.last_mut().unwrap() ^= 1;
    let next = first.len() as u64;
    let (all, members, faults) = read(&[first, last].concat(), 1 << 16);
    assert_eq!((&all[..], &members[..]), (&b"firstlast"[..], &[0, next][..]));
    assert_eq!(places(&faults), [(Damage::Checksum, 0, 0)]);
}

#[test]
fn a_zstd_frame_that_swallows_the_next_costs_itself_alone() {
    let sound = zstd(&noise(100));
    let last = zstd(b"last");
    // Up to the middle of the next frame, or up to its end.
    for more in [20, sound.len() as u32] {
        let mut broken = sound.clone();
        // The size of a block that could not be compressed follows the frame's head of 6 bytes.
        let longer = u32::from_le_bytes([broken[6], broken[7], broken[8], 0]) + (more << 3);
        broken[6..9].copy_from_slice(&longer.to_le_bytes()[..3]);
        let (all, members, faults) = read(&[&broken[..], &sound, &last].concat(), 1 << 16);
        let offset = sound.len() as u64;
        assert!(all.ends_with(&[&noise(100)[..], b"last"].concat()), "{more}: {faults:?}");
        assert_eq!(members, [0, offset, 2 * offset], "{more}");
        assert_eq!(places(&faults), [(Damage::Corrupt, 0, offset)], "{more}");
    }
}

#[test]
fn a_zstd_window_above_the_limit_is_refused() {
    // A frame of 128 KiB in one block of repeated bytes whose head asks for a window of 2^28 bytes.
    let huge = [&[0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3], &[0b11, 0, 8, b'x'][..]].concat();
    let allowed = [&[0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3], &[0b11, 0, 8, b'x'][..]].concat();
    let (all, _, faults) = read(&[&huge[..], &zstd(b"last")].concat(), 1 << 16);
    assert_eq!(
        (&all[..], places(&faults)),
        (&b"last"[..], vec![(Damage::Corrupt, 0, huge.len() as u64)])
    );
    assert!(faults[0].detail.contains("too much memory"), "{faults:?}");
    assert_eq!(read(&allowed, 1 << 16).0.len(), 64 << 10);
}

#[test]
fn skippable_frames_are_passed_over() {
    let bytes =
        [zstd(b"one"), skippable(0x50, &zstd(b"hidden")), zstd(b"two"), skippable(0x5f, b"")]
            .concat();
    let (all, members, faults) = read(&bytes, 1 << 16);
    assert_eq!((&all[..], members.len(), faults), (&b"onetwo"[..], 2, vec![]));
}

#[test]
fn frames_are_read_with_the_dictionary_before_them() {
    let samples: Vec<Vec<u8>> =
        (0..200).map(|i| format!("WARC/1.0\r\nsample {i} of a record's head").into()).collect();
    let dictionary = ::zstd::dict::from_samples(&samples, 4096).unwrap();
    let mut compressor = ::zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap();
    let frames = [3, 4].map(|i| compressor.compress(&samples[i]).unwrap()).concat();
    let text = [&samples[3][..], &samples[4]].concat();
    for stored in [dictionary.clone(), zstd(&dictionary)] {
        let head = skippable(0x5d, &stored);
        let (all, members, faults) = read(&[&head[..], &frames].concat(), 1 << 16);
        assert_eq!((&all, members[0], faults), (&text, head.len() as u64, vec![]));
    }
    let lost = read(&frames, 1 << 16);
    assert_eq!(
        (lost.0, lost.2.len()),
        (vec![], 1),
        "without it nothing decompresses, and that is reported"
    );
    let mut broken = zstd(&dictionary);
    let middle = broken.len() / 2;
    broken[middle..middle + 8].fill(0xff);
    let (all, _, faults) =
        read(&[skippable(0x5d, &broken), frames, zstd(b"plain")].concat(), 1 << 16);
    assert!(all.ends_with(b"plain") && faults[0].offset == 0, "{faults:?}");
}
