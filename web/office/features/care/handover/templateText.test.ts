import { expect, test } from 'vitest';
import { DEFAULT_ROOMS } from '#contract/care/handover/template.ts';
import { roomsOf, textOf } from './templateText.ts';

test('a list survives its text', () => {
  expect(roomsOf(textOf(DEFAULT_ROOMS))).toEqual({ rooms: DEFAULT_ROOMS });
});

test('a wrong line is named', () => {
  expect(roomsOf('- Piso (Pisos y azulejos)')).toEqual({ fault: 'Línea 1: escribe primero el ambiente.' });
  expect(roomsOf('Sala\n- Piso')).toMatchObject({ fault: expect.stringMatching(/^Línea 2/) });
  expect(roomsOf('Sala\n- Piso (Jardín)')).toMatchObject({ fault: expect.stringMatching(/^Línea 2/) });
  expect(roomsOf('Sala\n- Piso (Pisos y azulejos)\n- piso (Pintura)')).toMatchObject({
    fault: expect.stringContaining('dos veces'),
  });
  expect(roomsOf('Sala')).toMatchObject({ fault: 'Escribe al menos un punto.' });
});
