import { Alert, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { showDay } from '#contract/dates.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { QuoteOutcome } from '#contract/sales/quotes/model.ts';
import { Verdict } from '#web/office/features/projects/interest/DebtLight.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const PARTS = {
  separacion: 'Separación',
  abono: 'Resto del abono',
  cuota: 'Cuota',
  hipoteca: 'Hipoteca',
  saldo: 'Saldo contra entrega',
} as const;

type Line = readonly [label: ReactNode, cents: number, strong?: boolean];

/** Heading level: 2 under the page title, 3 under a section. */
type Level = 2 | 3;

/** A list of amounts. */
function Amounts({ title, lines, level }: { title: string; lines: readonly Line[]; level: Level }) {
  return (
    <div>
      <Title order={level} size="h5" mb={4}>
        {title}
      </Title>
      <dl style={{ margin: 0 }}>
        {lines.map(([label, cents, strong = false], at) => (
          <Group
            // oxlint-disable-next-line react/no-array-index-key -- lines never move
            key={at}
            justify="space-between"
            wrap="nowrap"
            py={4}
            style={{ borderBlockEnd: '1px solid var(--line)' }}
            {...(strong && { fw: 650 })}
          >
            <dt>{label}</dt>
            <dd className="figures" style={{ margin: 0 }}>
              {formatMoney(cents)}
            </dd>
          </Group>
        ))}
      </dl>
    </div>
  );
}

const term = (months: number) => (months % 12 === 0 ? `${months / 12} años` : `${months} meses`);

/** The loan with the subsidy, after it ends, and without it. */
export function LoanView({
  result,
  months,
  level = 3,
}: {
  result: Pick<QuoteOutcome, 'loan' | 'subsidy'>;
  months: number;
  level?: Level;
}) {
  const { loan, subsidy } = result;
  if (!loan) return null;
  const rows = [
    ...(loan.with
      ? [
          [
            'Con interés preferencial',
            loan.with.rate_percent,
            loan.with.months,
            loan.with.installment_centavos,
          ] as const,
        ]
      : []),
    ...(loan.after
      ? [
          [
            'Después, sin subsidio',
            loan.after.rate_percent,
            loan.after.months,
            loan.after.installment_centavos,
          ] as const,
        ]
      : []),
    [
      'Sin subsidio, todo el plazo',
      loan.without.rate_percent,
      months,
      loan.without.installment_centavos,
    ] as const,
  ];
  return (
    <div>
      <Title order={level} size="h5" mb={4}>
        Letra mensual
      </Title>
      <ShortTable
        label="Letra mensual"
        rows={rows}
        rowId={([label]) => label}
        columns={[
          { title: 'Cuándo', render: ([label]) => label },
          {
            title: 'Tasa y plazo',
            align: 'right',
            render: ([, rate, count]) => `${formatPercent(rate)} · ${term(count)}`,
          },
          { title: 'Letra', money: ([, , , cents]) => cents },
        ]}
      />
      {subsidy && <SubsidyText subsidy={subsidy} />}
      {loan.with && (
        <Text size="sm" c="dimmed">
          El subsidio ahorra {formatMoney(loan.with.saved_centavos)} en todo el plazo.
        </Text>
      )}
    </div>
  );
}

/** The subsidy bracket that applies and how certain it is, or why none applies. */
function SubsidyText({ subsidy }: { subsidy: NonNullable<QuoteOutcome['subsidy']> }) {
  if (!subsidy.applies)
    return (
      <Text size="sm" mt={4}>
        Sin interés preferencial: {subsidy.reason}
      </Text>
    );
  return (
    <Group gap="xs" mt={4}>
      <Text size="sm">
        {subsidy.regime}: {formatPercent(subsidy.points_percent)} por {subsidy.months} meses.
      </Text>
      {!subsidy.sure && <StatePill tone="attention" label="Por confirmar" />}
    </Group>
  );
}

/** The verdict on the debt ratio, with its figures. */
export function RatioView({ ratio, income }: { ratio: QuoteOutcome['ratio']; income: number | null }) {
  return (
    <Stack gap={4} component="section" aria-label="Relación cuota e ingreso">
      {ratio ? (
        <Verdict verdict={ratio} />
      ) : (
        <Text size="sm" c="dimmed">
          Escribe el ingreso familiar para ver el semáforo.
        </Text>
      )}
      {income !== null && (
        <Text size="sm" c="dimmed">
          Ingreso familiar necesario: {formatMoney(income)} al mes.
        </Text>
      )}
    </Stack>
  );
}

interface OutcomeProps {
  result: QuoteOutcome;
  months: number;
  model: { name: string; cents: number };
  lot: { name: string; cents: number } | null;
  extras: readonly { nombre: string; centavos: number }[];
  /** One column, for a drawer. */
  narrow?: boolean;
}

/** A calculated quote: price, payment, loan, costs and debt ratio. */
export function OutcomeView({ result, months, model, lot, extras, narrow = false }: OutcomeProps) {
  const level = narrow ? 3 : 2;
  const payers = { comprador: '', promotora: ' (lo paga la promotora)' };
  return (
    <Stack gap="md">
      {result.notes.map((note) => (
        <Alert key={note} color="yellow" variant="light" p="xs">
          {note}
        </Alert>
      ))}
      <SimpleGrid cols={narrow ? 1 : { base: 1, md: 2 }} spacing="lg" verticalSpacing="md">
        <Amounts
          level={level}
          title="Precio"
          lines={[
            [`Modelo ${model.name}`, model.cents],
            ...(lot ? [[`Recargo del lote ${lot.name}`, lot.cents] as const] : []),
            ...extras.map(({ nombre, centavos }): Line => [nombre || 'Extra', centavos]),
            ...(result.discount_centavos > 0 ? [['Descuento', -result.discount_centavos] as const] : []),
            ['Precio', result.price_centavos, true],
          ]}
        />
        <Amounts
          level={level}
          title={`Cómo se paga · abono ${formatPercent(result.down_percent)}`}
          lines={[
            ...result.parts.map(({ kind, number, due_on, centavos }): Line => [
              `${PARTS[kind]}${number === null ? '' : ` ${number}`}${due_on ? ` · ${showDay(due_on)}` : ''}`,
              centavos,
            ]),
            ['Suma', result.price_centavos, true],
          ]}
        />
        {result.loan && <LoanView result={result} months={months} level={level} />}
        <Amounts
          level={level}
          title="Gastos de cierre"
          lines={[
            ...result.costs.map((one): Line => [
              `${one.label}${payers[one.payer]}${one.sure ? '' : ' · por confirmar'}`,
              one.centavos,
            ]),
            ['Los del comprador', result.costs_centavos, true],
            ['Total a pagar, con intereses y gastos', result.total_centavos, true],
          ]}
        />
      </SimpleGrid>
      {result.loan && <RatioView ratio={result.ratio} income={result.income_needed_centavos} />}
    </Stack>
  );
}
