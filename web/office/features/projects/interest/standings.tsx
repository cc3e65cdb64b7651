import type { RuleRow } from '#contract/projects/interest/model.ts';
import type { Tone } from '#web/design/tokens.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { Column } from '#web/office/ui/table/types.ts';

const STANDINGS: Record<RuleRow['standing'], readonly [label: string, tone: Tone]> = {
  vigente: ['Vigente', 'positive'],
  futura: ['Futura', 'progress'],
  pasada: ['Pasada', 'neutral'],
  reemplazada: ['Reemplazada', 'neutral'],
};

/** A version's validity, standing, and whether its source is confirmed or only likely. */
export const versionColumns: Column<
  Pick<RuleRow, 'valid_from' | 'valid_to' | 'standing' | 'sure'>,
  'vigencia',
  never
>[] = [
  {
    key: 'vigencia',
    sortable: true,
    title: 'Rige',
    width: 230,
    render: ({ valid_from, valid_to }) => (
      <>
        <DateText day={valid_from} />{' '}
        {valid_to ? (
          <>
            a <DateText day={valid_to} />
          </>
        ) : (
          'en adelante'
        )}
      </>
    ),
  },
  {
    key: 'estado',
    exported: false,
    title: 'Estado',
    width: 130,
    render: ({ standing }) => {
      const [label, tone] = STANDINGS[standing];
      return <StatePill tone={tone} label={label} />;
    },
  },
  {
    key: 'seguro',
    exported: false,
    title: 'Certeza',
    width: 140,
    render: ({ sure }) => (
      <StatePill tone={sure ? 'positive' : 'attention'} label={sure ? 'Confirmada' : 'Por confirmar'} />
    ),
  },
];

export const WHICH = [
  { value: 'vigentes', label: 'Vigentes y futuras' },
  { value: 'todas', label: 'Todas, también las pasadas' },
];
