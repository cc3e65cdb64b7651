import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksText, readLinks } from './notation.ts';

const byNumber = (text: string) => (/^[1-9]$/.test(text) ? Number(text) : undefined);
const names = ['Losa de piso', 'Repello', 'Etapa 2', 'Plomería bajo losa', 'Vigas FF'];
const byName = (text: string) => {
  const at = names.findIndex((name) => name.toLowerCase() === text.toLowerCase());
  return at < 0 ? undefined : at + 1;
};
const link = (activity_id: number, kind: string, lag: number) => ({ activity_id, kind, lag });

describe('dependencies as they are typed', () => {
  test('by number', () => {
    expect(readLinks('3; 4CC+2, 5 ff - 1 día', byNumber)).toEqual({
      links: [link(3, 'FS', 0), link(4, 'SS', 2), link(5, 'FF', -1)],
    });
    expect(readLinks('3+2, 1-2', byNumber)).toEqual({ links: [link(3, 'FS', 2), link(1, 'FS', -2)] });
    expect(readLinks('  ', byNumber)).toEqual({ links: [] });
    for (const [text, part] of [
      ['3, x', 'x'],
      ['12', '12'],
      ['3XX+2', '3XX+2'],
      ['3+2000', '3+2000'],
    ])
      expect(readLinks(text!, byNumber)).toEqual({ fault: `no se entiende «${part}».` });
  });

  test('by name', () => {
    expect(readLinks('losa de piso FC+7; Etapa 2; Vigas FF; Vigas FF CC', byName, /;/)).toEqual({
      links: [link(1, 'FS', 7), link(3, 'FS', 0), link(5, 'FS', 0), link(5, 'SS', 0)],
    });
  });

  test('what is written is read as it was, by number and by name', () => {
    const links = fc.array(
      fc.record({
        activity_id: fc.integer({ min: 1, max: names.length }),
        kind: fc.constantFrom('FS' as const, 'SS' as const, 'FF' as const, 'SF' as const),
        lag: fc.integer({ min: -200, max: 200 }),
      }),
    );
    fc.assert(
      fc.property(links, (list) => {
        expect(readLinks(linksText(list, String), byNumber)).toEqual({ links: list });
        const named = linksText(list, (id) => names[id - 1]!, '; ');
        expect(readLinks(named, byName, /;/)).toEqual({ links: list });
      }),
    );
  });
});
