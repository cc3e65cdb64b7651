import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FILE_FIELDS, FORMAT_PURPOSES, SEPARATORS } from '#contract/money/paymentBatches/formats.ts';
import { listChequeSeries, listFormats } from '#contract/money/paymentBatches/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { ChequesDrawer } from './ChequesDrawer.tsx';
import { FormatDrawer } from './FormatDrawer.tsx';

/** Cheque series of the bank accounts, and how files for banks and the DGI are written. */
export function FormatsPage() {
  const formats = useQuery(queryOf(listFormats, {}));
  const series = useQuery(queryOf(listChequeSeries, {}));
  const edits = useCan('contabilidad.aprobar');
  const begins = useCan('contabilidad.editar');
  const format = useDrawer('formato');
  const cheques = useDrawer('chequera');
  const error = formats.error ?? series.error;
  if (error) throw error;
  if (!formats.data || !series.data) return <PendingPage />;
  const list = formats.data.data;
  const books = series.data.data;
  const openFormat = list.find(({ id }) => id === format.id);
  const openBook = books.find(({ bank_account_id }) => bank_account_id === cheques.id);
  return (
    <>
      <PageHeader title="Chequeras y formatos" count={null} actions={null} />
      <Stack gap="lg">
        <Section title="Chequeras" text="El lote aprobado toma los números que siguen, sin repetir ninguno.">
          <ShortTable
            label="Chequeras"
            rows={books}
            rowId={({ bank_account_id }) => bank_account_id}
            rowHeads
            columns={[
              { title: 'Cuenta', render: ({ name }) => name },
              { title: 'Sigue', align: 'right', render: ({ next_number }) => next_number ?? 'Sin cheques' },
              { title: 'Hasta', align: 'right', render: ({ last_number }) => last_number ?? '' },
              {
                title: 'Acciones',
                quiet: true,
                render: ({ bank_account_id, name }) =>
                  begins ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Chequera nueva de ${name}`}
                      onClick={() => cheques.open(bank_account_id)}
                    >
                      Chequera nueva
                    </Button>
                  ) : null,
              },
            ]}
          />
        </Section>
        <Section
          title="Formatos de archivo"
          text="Las columnas, su orden y sus códigos son datos: cámbialos cuando el banco o la DGI los cambien."
        >
          <ShortTable
            label="Formatos de archivo"
            rows={list}
            rowId={({ id }) => id}
            rowHeads
            wordy
            columns={[
              { title: 'Formato', render: ({ name }) => name },
              { title: 'Para', render: ({ purpose }) => FORMAT_PURPOSES[purpose] },
              { title: 'Separador', render: ({ separator }) => SEPARATORS[separator] },
              {
                title: 'Columnas',
                render: ({ columns }) => (
                  <Text size="sm">
                    {columns.map(({ title, field }) => title || FILE_FIELDS[field]).join(' · ')}
                  </Text>
                ),
              },
              {
                title: 'Acciones',
                quiet: true,
                render: ({ id, name }) =>
                  edits ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Cambiar ${name}`}
                      onClick={() => format.open(id)}
                    >
                      Cambiar
                    </Button>
                  ) : null,
              },
            ]}
          />
        </Section>
      </Stack>
      {openFormat && <FormatDrawer format={openFormat} onClose={format.close} />}
      {openBook && <ChequesDrawer series={openBook} onClose={cheques.close} />}
    </>
  );
}
