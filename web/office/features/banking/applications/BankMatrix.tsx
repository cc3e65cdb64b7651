import { Stack, Text } from '@mantine/core';
import { GAP, type Gap, type SaleBanks } from '#contract/banking/requirements/requirements.ts';
import type { Tone } from '#web/design/tokens.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const TONES: Readonly<Record<Gap, Tone>> = {
  listo: 'positive',
  por_vencer: 'attention',
  por_revisar: 'progress',
  falta: 'negative',
  vencido: 'negative',
  no_pide: 'neutral',
};

/** What each bank lacks: documents and data in rows, banks in columns. */
export function BankMatrix({ saleId, banks }: { saleId: number; banks: SaleBanks }) {
  return (
    <ShortTable
      label="Qué falta para cada banco"
      rows={banks.rows}
      rowId={(row) => row.key}
      rowHeads
      columns={[
        {
          title: 'Documento o dato',
          render: (row) =>
            row.document_id === null ? (
              row.label
            ) : (
              <PageLink
                to="/oficina/ventas/$id"
                params={{ id: saleId }}
                search={{ tab: 'papeles', papel: row.document_id }}
                size="sm"
              >
                {row.label}
              </PageLink>
            ),
        },
        ...banks.banks.map((bank) => ({
          title: bank.name,
          head: <Head bank={bank} />,
          render: (row: SaleBanks['rows'][number]) => (
            <Cell cell={row.cells.find((one) => one.bank_id === bank.id)} />
          ),
        })),
      ]}
    />
  );
}

type Bank = SaleBanks['banks'][number];

/** Column header: the bank, its answer time and what it lacks. */
const Head = ({ bank }: { bank: Bank }) => (
  <>
    {bank.name}
    <Text size="xs" c="dimmed" fw={400}>
      {bank.answered ? (
        'ya respondió'
      ) : (
        <>
          responde hacia el <DateText day={bank.answer_on} />
        </>
      )}
    </Text>
    <Text size="xs" fw={400} c={isReady(bank) ? undefined : 'red'}>
      {summary(bank)}
    </Text>
  </>
);

const isReady = ({ missing, dying, missing_data }: Bank) => missing + dying + missing_data === 0;

/** "faltan 2 documentos y 3 datos · vence 1" */
function summary(bank: Bank): string {
  if (isReady(bank)) return 'Todo listo';
  const { missing, dying, missing_data } = bank;
  const lacks = [
    missing > 0 && (missing === 1 ? '1 documento' : `${missing} documentos`),
    missing_data > 0 && (missing_data === 1 ? '1 dato' : `${missing_data} datos`),
  ].filter(Boolean);
  const verb = missing + missing_data === 1 ? 'falta' : 'faltan';
  const parts = [
    lacks.length > 0 && `${verb} ${lacks.join(' y ')}`,
    dying > 0 && (dying === 1 ? 'vence 1' : `vencen ${dying}`),
  ].filter(Boolean);
  return parts.join(' · ');
}

function Cell({ cell }: { cell: SaleBanks['rows'][number]['cells'][number] | undefined }) {
  if (!cell || cell.gap === 'no_pide' || (!cell.required && cell.gap === 'falta'))
    return (
      <Text size="sm" c="dimmed">
        {cell && cell.gap !== 'no_pide' ? 'Opcional' : GAP.no_pide}
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start">
      <StatePill tone={TONES[cell.gap]} label={GAP[cell.gap]} />
      {cell.until && cell.gap !== 'listo' && (
        <Text size="xs" c="dimmed">
          hasta <DateText day={cell.until} />
        </Text>
      )}
    </Stack>
  );
}
