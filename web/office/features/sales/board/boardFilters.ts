import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { CELL_LABELS, STAGES } from '#contract/sales/board/cards.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { TURN_CHOICES } from '#web/office/features/sales/sale/turns.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import type { listBoard } from '#contract/sales/board/boardEndpoints.ts';

/** The board's filters. */
export function useBoardFilters(
  projects: readonly { id: number | string; text: string }[],
): FilterOf<typeof listBoard>[] {
  const states = useOptions(queryOf(precontractStates.list, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const people = (kind: 'processor' | 'adviser') => [
    { value: 0, label: kind === 'processor' ? 'Sin procesador' : 'Sin asesor' },
    ...staff.filter((one) => one[kind]).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return [
    {
      key: 'etapa',
      label: 'Etapa',
      kind: 'one',
      choices: STAGES.map((name, at) => ({ value: at + 1, label: name })),
    },
    {
      key: 'celda',
      label: 'Estado de la etapa',
      kind: 'one',
      choices: Object.entries(CELL_LABELS).map(([id, label]) => ({ value: Number(id), label })),
    },
    { key: 'abierta', label: 'Con la etapa abierta', kind: 'flag' },
    { key: 'vencidas', label: 'Solo vencidas', kind: 'flag' },
    {
      key: 'turno',
      label: 'Turno',
      kind: 'one',
      choices: TURN_CHOICES,
    },
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'many',
      choices: states.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    { key: 'procesador_id', label: 'Procesador', kind: 'one', choices: people('processor') },
    { key: 'asesor_id', label: 'Asesor', kind: 'one', choices: people('adviser') },
    { key: 'recibida_desde', label: 'Recibida desde', kind: 'day' },
    { key: 'recibida_hasta', label: 'Recibida hasta', kind: 'day' },
    { key: 'mias', label: 'Solo las mías', kind: 'flag' },
  ];
}
