import { expect, test } from 'vitest';
import { cameFromProcedures, notePlace } from './cameFrom.ts';

test('"back" uses the history only if the user came from the procedures', () => {
  expect(cameFromProcedures()).toBe(false);
  notePlace({ path: '/oficina/solicitudes-bancarias', module: 'tramites' });
  notePlace({ path: '/oficina/datos-bancarios/PC-2026-00001', module: 'tramites' });
  notePlace({ path: '/oficina/datos-bancarios/PC-2026-00001', module: 'tramites' });
  expect(cameFromProcedures()).toBe(true);
  notePlace({ path: '/oficina/ventas/1', module: 'ventas' });
  notePlace({ path: '/oficina/datos-bancarios/PC-2026-00001', module: 'tramites' });
  expect(cameFromProcedures()).toBe(false);
});
