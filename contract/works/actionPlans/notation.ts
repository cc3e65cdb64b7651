import type { LinkKind } from '#contract/works/schedule/network.ts';
import type { PlanLink } from './model.ts';

/**
 * Dependencies as schedulers type them: `3` waits for the end of 3, `3CC+2` begins two days after 3 begins, `3FC-1`
 * overlaps one day. F is the finish, C the beginning (comienzo): first of the other activity, then of this one. In a
 * spreadsheet the name of the activity takes the place of its number.
 */
const SIGNS: Readonly<Record<LinkKind, string>> = { FS: 'FC', SS: 'CC', FF: 'FF', SF: 'CF' };
const KINDS: Readonly<Record<string, LinkKind>> = {
  FC: 'FS',
  FS: 'FS',
  CC: 'SS',
  SS: 'SS',
  FF: 'FF',
  CF: 'SF',
  SF: 'SF',
};

const lagText = (lag: number) => (lag === 0 ? '' : lag > 0 ? `+${lag}` : String(lag));

/** The dependencies of an activity as text; `nameOf` gives the number or the name of the other activity. */
export const linksText = (
  links: readonly PlanLink[],
  nameOf: (activity: number) => string,
  between = ', ',
): string =>
  links
    .map(({ activity_id, kind, lag }) => {
      const name = nameOf(activity_id);
      const sign = kind === 'FS' ? (lag === 0 ? '' : SIGNS.FS) : SIGNS[kind];
      return `${name}${sign && /\p{L}/u.test(name) ? ' ' : ''}${sign}${lagText(lag)}`;
    })
    .join(between);

/** Reads dependencies; `find` knows the other activities by the text that names them. */
export function readLinks(
  text: string,
  find: (name: string) => number | undefined,
  separator = /[,;]/,
): { links: PlanLink[]; fault?: never } | { fault: string; links?: never } {
  const links: PlanLink[] = [];
  // One space at most between words: the pattern below would take long over many.
  for (const part of text.split(separator).map((one) => one.replace(/\s+/g, ' ').trim())) {
    if (part === '') continue;
    const [, name = '', kind, sign, lag = '0'] =
      /^(.+?)\s*(?:(?<=[\d\s])(FC|FS|CC|SS|FF|CF|SF))?\s*(?:([+-])\s*(\d{1,3})\s*(?:d|d[ií]as?)?)?$/i.exec(
        part,
      ) ?? [];
    const activity = find(part) ?? find(name.trim());
    if (activity === undefined) return { fault: `no se entiende «${part}».` };
    if (find(part) !== undefined) links.push({ activity_id: activity, kind: 'FS', lag: 0 });
    else
      links.push({
        activity_id: activity,
        kind: KINDS[kind?.toUpperCase() ?? 'FC']!,
        lag: sign === '-' ? 0 - Number(lag) : Number(lag),
      });
  }
  return { links };
}
