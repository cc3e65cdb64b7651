import { expect, test, vi } from 'vitest';
import { renderHook } from '@testing-library/react';
import { useInSight } from '#web/office/lib/inSight.ts';
import { commandsFor } from './commands.ts';

const open = vi.fn<(target: object) => void>();
const labels = (typed: string, ...granted: string[]) =>
  commandsFor(typed, new Set(granted), open).map(({ label }) => label);

test('a command is found by the beginnings of its words, and only by users who may give it', () => {
  expect(labels('nueva prof', 'ventas.crear')).toEqual(['Nueva proforma']);
  expect(labels('nuevo pre', 'ventas.crear')).toEqual(['Nuevo pre-contrato']);
  expect(labels('nueva', 'citas.crear')).toEqual(['Nueva cita']);
  expect(labels('nueva')).toEqual([]);
  expect(labels('nu', 'ventas.crear')).toEqual([]);
  commandsFor('nueva proforma', new Set(['ventas.crear']), open)[0]?.run?.();
  expect(open).toHaveBeenCalledExactlyOnceWith({
    to: '/oficina/proformas',
    search: { abrir: 'nuevo' },
  });
});

test('the record in sight offers its actions; a refused one says why and does nothing', () => {
  const onRun = vi.fn<() => void>();
  const { unmount } = renderHook(() =>
    useInSight('Ana Pérez', [
      { key: 'processor', label: 'Cambiar de procesador', whyNot: null, onRun },
      { key: '5', label: 'Expediente completo', whyNot: 'Falta elegir el lote.', onRun },
    ]),
  );
  // The dialog asks while it renders.
  const { result } = renderHook(() => commandsFor('pasar a', new Set(), open));
  const [pass] = result.current;
  expect(pass).toMatchObject({ label: 'Cambiar de procesador', text: 'Ana Pérez' });
  pass?.run?.();
  expect(onRun).toHaveBeenCalledOnce();
  expect(labels('pasar a expediente')).toEqual(['Expediente completo']);
  expect(commandsFor('expediente', new Set(), open)[0]).toMatchObject({
    text: 'Falta elegir el lote.',
    run: null,
  });
  unmount();
  expect(labels('pasar a')).toEqual([]);
});
