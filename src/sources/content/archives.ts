/** What holds several files, or is packed in a way that is not unpacked here: traces in it may be found, but never all. */

/** Whether these bytes, the first of a file, are such. */
export function isArchive(head: Buffer): boolean {
  return archiveOf(head) !== undefined;
}

/** What such a file is, and how to get at what is in it; undefined for any other. Goes behind the name of a source. */
export function adviceOnArchive(head: Buffer): string | undefined {
  return archiveOf(head)?.advice;
}

interface Archive {
  /** Whether it begins so: a character a byte. */
  readonly isOne: (begin: string) => boolean;
  readonly advice: string;
}

/** Behind the last of the signatures, tar's. */
const SIGNATURES = 512;

function archiveOf(head: Buffer): Archive | undefined {
  const begin = head.toString("latin1", 0, SIGNATURES);
  return ARCHIVES.find(({ isOne }) => isOne(begin));
}

const unpackWith = (what: string, command: string): string =>
  `is ${what}, which is not unpacked here; try: ${command} | explain activation -`;
const unpackFirst = (what: string, command: string): string => `is ${what}; unpack it (${command}) and name the directory`;

const ARCHIVES: readonly Archive[] = [
  { isOne: (begin) => /^PK(?:\x03\x04|\x05\x06)/.test(begin), advice: unpackFirst("a zip archive", "unzip") },
  { isOne: (begin) => begin.startsWith("ustar", 257), advice: unpackFirst("a tar archive", "tar -x") },
  { isOne: (begin) => begin.startsWith("7z\xbc\xaf\x27\x1c"), advice: unpackFirst("a 7-Zip archive", "7z x") },
  { isOne: (begin) => /^BZh[1-9]/.test(begin), advice: unpackWith("packed with bzip2", "bzip2 -dc <file>") },
  { isOne: (begin) => begin.startsWith("\xfd7zXZ"), advice: unpackWith("packed with xz", "xz -dc <file>") },
  { isOne: (begin) => begin.startsWith("\x04\x22\x4d\x18"), advice: unpackWith("packed with lz4", "lz4 -dc <file>") },
  {
    isOne: (begin) => begin.startsWith("SQLite format 3\0"),
    advice: "is a SQLite database; export the traces from the program that it belongs to",
  },
];
