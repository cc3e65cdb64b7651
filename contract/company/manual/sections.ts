/** A part of a chapter below one heading. */
export interface ManualSection {
  /** The id of its heading; empty: the beginning of the chapter. */
  anchor: string;
  title: string;
  text: string;
}

/** The id of a heading, as the links between the chapters write it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The parts of a chapter in its Markdown, the beginning first. */
export function sectionsOf(chapter: { title: string; text: string }): ManualSection[] {
  const [beginning = '', ...rest] = chapter.text.split(/^##+ /m);
  const parts = rest.map((part) => {
    const end = part.indexOf('\n');
    const title = (end < 0 ? part : part.slice(0, end)).trim();
    return { anchor: anchorOf(title), title, text: end < 0 ? '' : part.slice(end + 1) };
  });
  return [{ anchor: '', title: chapter.title, text: beginning }, ...parts];
}

/** The chapter of a file of the manual: `04-pagos.md` is `pagos`. */
export const chapterOf = (file: string): string => file.replace(/^\d+-/, '').replace(/\.md$/, '');
