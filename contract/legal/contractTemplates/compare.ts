import { sorted } from '#contract/legal/seals/chain.ts';
import { clauseText, type Clause } from './clauses.ts';

/** How a clause of the later text relates to the earlier one. */
export type ClauseChange = 'igual' | 'texto' | 'forma' | 'nueva' | 'quitada' | 'movida';

export const CHANGE_LABELS: Readonly<Record<ClauseChange, string>> = {
  igual: 'Igual',
  texto: 'Cambió el texto',
  forma: 'Cambió la forma',
  nueva: 'Cláusula nueva',
  quitada: 'Se quitó',
  movida: 'Cambió de lugar',
};

export interface ComparedClause {
  key: string;
  title: string;
  change: ClauseChange;
  before: Clause | null;
  after: Clause | null;
}

/** jsonb does not keep the order of keys. */
const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Whether two parsed texts are the same: words, fields, looks, conditions, titles and order. */
export const sameClauses = (before: readonly Clause[], after: readonly Clause[]): boolean =>
  same(before.map(canonical), after.map(canonical));

const canonical = ({ key, title, when, body }: Clause) => [key, title, when, body];

/** Two versions clause by clause, in the later one's order; removed clauses stand where they were. */
export function compareClauses(before: readonly Clause[], after: readonly Clause[]): ComparedClause[] {
  const was = new Map(before.map((clause) => [clause.key, clause]));
  const keys = new Set(after.map(({ key }) => key));
  const staying = before.filter(({ key }) => keys.has(key)).map(({ key }) => key);
  const arriving = after.filter(({ key }) => was.has(key)).map(({ key }) => key);
  const moved = movedKeys(staying, arriving);
  const compared: ComparedClause[] = after.map((clause) => {
    const earlier = was.get(clause.key) ?? null;
    return {
      key: clause.key,
      title: clause.title,
      change: changeOf(earlier, clause, moved.has(clause.key)),
      before: earlier,
      after: clause,
    };
  });
  for (const [at, clause] of before.entries()) {
    if (keys.has(clause.key)) continue;
    const previous = before[at - 1]?.key;
    const place = compared.findIndex(({ key }) => key === previous) + 1;
    compared.splice(place, 0, {
      key: clause.key,
      title: clause.title,
      change: 'quitada',
      before: clause,
      after: null,
    });
  }
  return compared;
}

function changeOf(before: Clause | null, after: Clause, moved: boolean): ClauseChange {
  if (!before) return 'nueva';
  if (before.title !== after.title || clauseText(before) !== clauseText(after)) return 'texto';
  if (before.when !== after.when || !same(before.body, after.body)) return 'forma';
  return moved ? 'movida' : 'igual';
}

/** The clauses outside the longest run that kept its order. */
function movedKeys(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((key, at) => [key, at]));
  // Length of the longest increasing run that ends at each clause, and the clause before it.
  const best: { length: number; previous: number }[] = [];
  let end = -1;
  for (const [at, key] of after.entries()) {
    let mine = { length: 1, previous: -1 };
    for (let earlier = 0; earlier < at; earlier += 1)
      if (place.get(after[earlier]!)! < place.get(key)! && best[earlier]!.length >= mine.length)
        mine = { length: best[earlier]!.length + 1, previous: earlier };
    best.push(mine);
    if (end < 0 || mine.length > best[end]!.length) end = at;
  }
  const kept = new Set<string>();
  for (; end >= 0; end = best[end]!.previous) kept.add(after[end]!);
  return new Set(after.filter((key) => !kept.has(key)));
}

/** The clause that words speak of, by its number or its title: «no acepto la cláusula quinta». Null without one. */
export function clauseNamedIn(
  words: string,
  clauses: readonly { key: string; ordinal: string; title: string }[],
): string | null {
  const said = plain(words);
  // «No 10 %» says no number of a clause; of «décima primera» the longer one is meant; of several the first.
  const [named] = clauses
    .flatMap(({ key, ordinal }, at) => {
      const number = `(?:clausula|punto|numero|nro\\.?|n\\.?º)\\s*${at + 1}\\b`;
      const found = new RegExp(`clausula ${plain(ordinal)}\\b|${number}`).exec(said);
      return found ? [{ key, at: found.index, length: found[0].length }] : [];
    })
    .toSorted((a, b) => a.at - b.at || b.length - a.length);
  if (named) return named.key;
  const byTitle = clauses.filter(({ title }) => said.includes(plain(title)) && title.length > 3);
  return byTitle.length === 1 ? byTitle[0]!.key : null;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
