/** The colours that houses are painted in. */
import type { Paint } from './materials.ts';

const base = { trim: '#fbf7ee', door: '#7a4a2b', metal: '#33383b' } as const;

export const PAINTS = {
  arena: { ...base, wall: '#f3e3c3', accent: '#b88555', roof: '#bd5a39', roofKind: 'teja', stone: '#b9a78f' },
  salvia: {
    ...base,
    wall: '#dfe6d2',
    accent: '#6f8a63',
    roof: '#b3563a',
    roofKind: 'teja',
    stone: '#b3a58f',
  },
  blanco: {
    ...base,
    wall: '#f6f1e7',
    accent: '#8d6a4c',
    roof: '#a94f36',
    roofKind: 'teja',
    stone: '#a99a86',
  },
  terracota: {
    ...base,
    wall: '#e9bf97',
    accent: '#9c5a3c',
    roof: '#a84a31',
    roofKind: 'teja',
    stone: '#bda58a',
  },
  cielo: { ...base, wall: '#dbe6ea', accent: '#5f7f8c', roof: '#5b666e', roofKind: 'zinc', stone: '#a3a39d' },
  crema: { ...base, wall: '#f4ead2', accent: '#7c8c5a', roof: '#4f6b5a', roofKind: 'zinc', stone: '#b3a68d' },
  perla: { ...base, wall: '#ece8e1', accent: '#6a5f57', roof: '#575c61', roofKind: 'zinc', stone: '#9d968c' },
} as const satisfies Record<string, Paint>;
