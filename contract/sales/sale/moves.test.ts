import { expect, test } from 'vitest';
import { BOARD_STATES, moveOf } from './moves.ts';
import { saleMachine } from './rules.ts';

const all = () => true;

test('for every pair of columns: a drop is allowed when the machine has a manual transition, else a reason is given', () => {
  for (const from of BOARD_STATES)
    for (const to of BOARD_STATES) {
      const arrow = saleMachine.transitions.find((one) => one.to === to && one.from.includes(from));
      const { whyNot } = moveOf(from, to, all);
      expect(whyNot === null, `${from}→${to}`).toBe(arrow !== undefined && arrow.permission !== null);
      if (arrow) expect(moveOf(from, to, () => false).whyNot).not.toBeNull();
    }
});

test('the sale’s own offers take precedence: a disabled one gives its reason, a missing one is refused', () => {
  const offer = { estado_id: 5, label: 'x', method: 'PATCH' as const, url: '/x', motivo: 'none' as const };
  expect(moveOf(3, 5, all, [{ ...offer, disabled: 'Falta aprobar: Ficha.' }]).whyNot).toBe(
    'Falta aprobar: Ficha.',
  );
  expect(moveOf(3, 5, all, [{ ...offer, disabled: null }]).whyNot).toBeNull();
  expect(moveOf(3, 5, all, []).whyNot).toMatch(/esta venta/);
  expect(moveOf(3, 16, all).motivo).toBe('required');
});
