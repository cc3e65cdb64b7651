import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** What runs in a browser, without its tests. */
const sources = globSync('web/{office,customer}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|routeTree\.gen/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** All files that break a rule, with what they break it by. */
const offenders = (rule: (source: { file: string; text: string }) => readonly string[]) =>
  sources.flatMap((source) => rule(source).map((what) => `${source.file}: ${what}`));

test('the router opens pages of the office alone: a page for customers is a plain link', () => {
  const customer = /<(?:PageLink|Link)\b[^>]*?\b(?:href|to)=\{?["'`]\/(?!oficina|ingresar)/;
  expect(
    offenders(({ file, text }) =>
      file.startsWith('web/office/features/') && customer.test(text) ? ['a link'] : [],
    ),
  ).toEqual([]);
});

test('no screen of the office says by hand which answers are old: the calls of the contract do', () => {
  /** What follows from no change of a record: who looks, hours that somebody else has just taken, a call that was refused. */
  const others = [
    'overview/frame/useStanding.ts',
    'care/ticketOrders/VisitDrawer.tsx',
    'sales/appointments/NewAppointmentDrawer.tsx',
    'projects/lots/plan/editor/PlanEditor.tsx',
  ].map((file) => `web/office/features/${file}`);
  expect(
    offenders(({ file, text }) =>
      /^web\/office\/(?:features|ui)\//.test(file) &&
      ![...others, 'web/office/ui/frame/RefusedBanner.tsx'].includes(file) &&
      text.includes('invalidateQueries')
        ? ['invalidateQueries']
        : [],
    ),
  ).toEqual([]);
});

test('single keys of the office go through singleKeys.ts, where a person switches them off', () => {
  expect(
    offenders(({ file, text }) =>
      file.startsWith('web/office/') &&
      !['web/office/lib/singleKeys.ts', 'web/office/features/overview/search/SearchButton.tsx'].includes(
        file,
      ) &&
      /\buseHotkeys\b/.test(text)
        ? ['useHotkeys']
        : [],
    ),
  ).toEqual([]);
});

describe('screens decide by codes', () => {
  /** Words of a sentence, in a text that is searched or compared; and searches in what a server said. */
  const looks = [
    /\.(?:startsWith|endsWith|includes|indexOf|search|match|split)\(\s*['"`/]\^?(?:\p{Lu}\p{Ll}{2,}|[^'"`]*\p{L}+ \p{L}+)/u,
    /[!=]==\s*['"`][^'"`]*\p{L}{2,} \p{L}{2,}|\bcase ['"`][^'"`]*\p{L}{2,} \p{L}{2,}/u,
    /\b(?:message|disabled|whyNot\w*|reason|sentence\([^)]*\))\??\.(?:startsWith|endsWith|includes|indexOf|search|match|split|replace)\(/,
    /\.(?:test|exec)\([^)]*\b(?:message|disabled|whyNot\w*|reason|sentence)\b/,
  ];

  test('and look into no sentence of the server', () => {
    for (const line of [
      "whyNot.startsWith('Falta para este banco')",
      "reason === 'monto parecido'",
      'offer.disabled?.includes(word)',
      '/^Quien/.test(refusal.message)',
    ])
      expect(looks.filter((one) => one.test(line))).not.toEqual([]);
    expect(
      offenders(({ text }) => text.split('\n').filter((line) => looks.some((one) => one.test(line)))),
    ).toEqual([]);
  });
});
