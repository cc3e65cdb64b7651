import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { BANK_DATA_TEMPLATE, importBankDataCsv } from '#contract/banking/bankData/bankData.endpoints.ts';
import { CSV_FILE, type BankData, type CsvResult } from '#contract/banking/bankData/bankData.model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { TEXTS } from '#contract/texts.ts';
import { upload } from '#web/office/lib/call.ts';
import { download } from '#web/office/lib/download.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FileField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

const STATES = {
  nueva: { tone: 'positive', label: 'Nueva' },
  cambia: { tone: 'attention', label: 'Cambia' },
  igual: { tone: 'neutral', label: 'Igual' },
} as const;
const LISTED = 200;

interface Props {
  codigo: string;
  banks: BankData['banks'];
  onClose: () => void;
}

const Csv = z.object({ archivo: z.file({ error: TEXTS.noFile }) });

/** Imports debts, or a bank's filled template, from a CSV: first a dry run row by row, then the import. */
export function BankCsvDrawer({ codigo, banks, onClose }: Props) {
  const [tried, setTried] = useState<CsvResult | null>(null);
  const [bank, setBank] = useState(String(banks[0]?.id ?? ''));
  const params = { codigo };
  const attempt = useAction(importBankDataCsv, { inline: true });
  const form = useRecordForm({
    schema: Csv,
    initial: {},
    onChange: () => setTried(null),
    send: (body, as) =>
      upload(importBankDataCsv, { params, body: formDataOf({ ...body, confirmar: '1' }) }, as),
    success: 'Archivo cargado.',
    onDone: onClose,
  });
  const changes = tried?.rows.filter(({ estado }) => estado !== 'igual').length ?? 0;
  const tryFile = () =>
    attempt.mutate({ params, body: formDataOf(form.body()) }, { onSuccess: ({ data }) => setTried(data) });
  return (
    <FormDrawer
      title="Cargar datos desde CSV"
      opened
      onClose={onClose}
      size="xl"
      {...form.frame}
      onSubmit={changes > 0 ? form.frame.onSubmit : tryFile}
      loading={form.loading || attempt.isPending}
      submitError={form.frame.submitError ?? attempt.error}
      submitLabel={changes > 0 ? `Cargar ${changes} ${changes === 1 ? 'fila' : 'filas'}` : 'Probar'}
    >
      <Text size="sm">
        Un archivo de <b>deudas</b> con las columnas acreedor, saldo y cuota (y tipo y numero, si los tiene),
        o la <b>plantilla</b> de un banco ya llena. Primero se prueba: nada se escribe hasta que lo confirmes.
      </Text>
      <Group align="flex-end">
        <NativeSelect
          label="Plantilla de"
          value={bank}
          onChange={(event) => setBank(event.currentTarget.value)}
          data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Button
          variant="default"
          onClick={() =>
            void download(urlOf({ path: BANK_DATA_TEMPLATE }, { params: { bancoId: bank } })).catch(
              (error: unknown) => toast.error(error),
            )
          }
        >
          Descargar plantilla
        </Button>
      </Group>
      <FileField
        of={form}
        name="archivo"
        label="Archivo CSV"
        field={{ types: [...CSV_FILE.types, 'application/vnd.ms-excel'], maxSize: CSV_FILE.maxSize }}
      />
      {tried && <Tried result={tried} />}
      {tried && changes === 0 && (
        <Text size="sm" component="output">
          Nada cambiaría.
        </Text>
      )}
    </FormDrawer>
  );
}

function Tried({ result: { rows, errors } }: { result: CsvResult }) {
  return (
    <Stack>
      {errors.length > 0 && (
        <Alert
          color="red"
          title={`${errors.length} ${errors.length === 1 ? 'falta' : 'faltas'}: esas filas no se cargan`}
        >
          <ShortTable
            label="Faltas del archivo"
            rows={errors.slice(0, LISTED)}
            rowId={({ fila, columna }) => `${fila} ${columna}`}
            columns={[
              { title: 'Fila', render: ({ fila }) => fila },
              { title: 'Columna', render: ({ columna }) => columna },
              { title: 'Qué corregir', render: ({ mensaje }) => mensaje },
            ]}
          />
        </Alert>
      )}
      {rows.length > 0 && (
        <ShortTable
          label="Filas que se leyeron"
          rows={rows.slice(0, LISTED)}
          rowId={({ fila }) => fila}
          columns={[
            { title: 'Fila', render: ({ fila }) => fila },
            { title: 'Dato', render: ({ nombre }) => nombre },
            { title: 'Se leyó', render: ({ valores }) => Object.values(valores).filter(Boolean).join(' · ') },
            { title: 'Qué pasaría', render: ({ estado }) => <StatePill {...STATES[estado]} /> },
          ]}
        />
      )}
      {rows.length > LISTED && (
        <Text size="xs" c="dimmed">
          Se muestran {LISTED} de {rows.length} filas.
        </Text>
      )}
    </Stack>
  );
}
