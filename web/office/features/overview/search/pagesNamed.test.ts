import { expect, test } from 'vitest';
import type { MenuGroup } from '#web/office/ui/menu.ts';
import { pagesNamed } from './pagesNamed.ts';

const group = (label: string, ...labels: string[]) =>
  ({ label, items: labels.map((one) => ({ label: one, href: `/oficina/${one}` })) }) as unknown as MenuGroup;

test('a search finds pages by the start of a word, without accents', () => {
  const menu = [group('Trámites', 'Solicitudes bancarias', 'Datos bancarios'), group('Citas', 'Citas')];
  expect(pagesNamed(menu, 'banc').map(({ label }) => label)).toEqual([
    'Solicitudes bancarias',
    'Datos bancarios',
  ]);
  expect(pagesNamed(menu, 'TRAM').map(({ label }) => label)).toEqual([
    'Solicitudes bancarias',
    'Datos bancarios',
  ]);
  expect(pagesNamed(menu, 'atos')).toEqual([]);
});
