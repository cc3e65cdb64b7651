import { Alert, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { accountOptions } from '#contract/projects/bankAccounts/rules.ts';
import { dayText } from '#contract/dates.ts';
import { importStatement, tryStatement } from '#contract/money/statements/statementEndpoints.ts';
import {
  CsvColumns,
  DATE_FORMS,
  DECIMAL_FORMS,
  STATEMENT_FILE,
  type TriedStatement,
} from '#contract/money/statements/statements.ts';
import { upload } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FileField, OptionField } from '#web/office/ui/form/fields.tsx';
import { within, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Browsers report many types for a bank's file; the server decides by content. */
const TYPES = [
  ...STATEMENT_FILE.types,
  'application/vnd.ms-excel',
  'application/x-ofx',
  '.csv',
  '.xlsx',
  '.ofx',
  '.qfx',
  '.txt',
];
const WithFile = z.object({
  cuenta_id: z.number({ error: 'Elige la cuenta.' }),
  archivo: z.file({ error: 'Elige el extracto.' }),
  columnas: CsvColumns.optional(),
});

const sent = ({ cuenta_id, archivo, columnas }: z.input<typeof WithFile>, sha256?: string) =>
  formDataOf({ cuenta_id, archivo, columnas: columnas && JSON.stringify(columnas), sha256 });

/** Imports a statement: account, file, dry run with every error, import. */
export function ImportStatementDrawer({
  accountId,
  onClose,
}: {
  accountId: number | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const attempt = useAction(tryStatement, { inline: true });
  /** Set by a change after the dry run. */
  const [changed, setChanged] = useState(false);
  const tried = attempt.data?.data;
  const form = useRecordForm({
    schema: WithFile,
    initial: { cuenta_id: accountId },
    onChange: (now, before) => {
      setChanged(true);
      if (now.cuenta_id === before.cuenta_id && now.archivo === before.archivo) return undefined;
      attempt.reset();
      return { columnas: null };
    },
    send: (body, as) => upload(importStatement, { body: sent(body, tried?.sha256) }, as),
    success: ({ success }) => success,
    onDone: ({ data }) => void navigate({ to: '/oficina/conciliar', search: { extracto_id: data.id } }),
  });
  const ready = tried && !changed && tried.faults.length === 0 && tried.counts.new > 0;
  const tryFile = () =>
    attempt.mutate(
      { body: sent(form.body()) },
      {
        onSuccess: ({ data }) => {
          if (data.format !== 'ofx')
            form.form.setFieldValue(
              'columnas',
              (data.columns ?? { fecha_forma: 'dmy', decimal: 'auto' }) as CsvColumns,
            );
          setChanged(false);
        },
      },
    );
  return (
    <FormDrawer
      title="Importar extracto"
      opened
      onClose={onClose}
      size="xl"
      {...form.frame}
      onSubmit={ready ? form.frame.onSubmit : tryFile}
      loading={form.loading || attempt.isPending}
      submitError={form.frame.submitError ?? attempt.error}
      submitLabel={
        !tried
          ? 'Probar el archivo'
          : !ready
            ? 'Probar otra vez'
            : tried.counts.new === 1
              ? 'Importar 1 línea'
              : `Importar ${tried.counts.new} líneas`
      }
    >
      <OptionField
        of={form}
        name="cuenta_id"
        label="Cuenta"
        nothing={accountOptions([], { choose: true })[0]?.label ?? ''}
        options={accountOptions(accounts).map(({ value, label }) => ({ value: Number(value), label }))}
      />
      <FileField
        of={form}
        name="archivo"
        label="Extracto"
        hint="CSV, Excel (.xlsx) u OFX, como lo descarga el banco; hasta 5 MB."
        field={{ types: TYPES, maxSize: STATEMENT_FILE.maxSize }}
      />
      {tried && tried.format !== 'ofx' && (
        <ColumnsForm of={within(form, 'columnas')} headings={tried.headings} />
      )}
      {tried && <Tried tried={tried} />}
    </FormDrawer>
  );
}

const FIELDS: readonly { key: keyof CsvColumns; label: string }[] = [
  { key: 'fecha', label: 'Fecha' },
  { key: 'referencia', label: 'Referencia' },
  { key: 'descripcion', label: 'Descripción' },
  { key: 'monto', label: 'Monto con signo' },
  { key: 'credito', label: 'Crédito (entra)' },
  { key: 'debito', label: 'Débito (sale)' },
  { key: 'saldo', label: 'Saldo' },
];

/** Maps the bank's column headings. Importing a file saves the mapping for the account. */
function ColumnsForm({ of, headings }: { of: RecordFormOf<typeof CsvColumns>; headings: readonly string[] }) {
  const choices = (from: object) => Object.entries(from).map(([value, label]) => ({ value, label }));
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        Qué columna es cada cosa
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
        {FIELDS.map(({ key, label }) => (
          <OptionField
            key={key}
            of={of}
            name={key}
            label={label}
            required={false}
            nothing="(ninguna)"
            options={[...new Set(headings)].map((one) => ({ value: one, label: one }))}
          />
        ))}
        <OptionField
          of={of}
          name="fecha_forma"
          label="Forma de la fecha"
          required={false}
          options={choices(DATE_FORMS)}
        />
        <OptionField
          of={of}
          name="decimal"
          label="Decimales"
          required={false}
          options={choices(DECIMAL_FORMS)}
        />
      </SimpleGrid>
    </div>
  );
}

/** The result of the dry run: what the file would import, or its errors. */
function Tried({ tried }: { tried: TriedStatement }) {
  const { counts, faults } = tried;
  if (faults.length > 0)
    return (
      <Alert
        color="red"
        variant="light"
        title={`${counts.bad === 1 ? 'Hay un error' : `Hay ${counts.bad} errores`}: no se importó nada`}
      >
        <List size="sm">
          {faults.slice(0, 50).map((one) => (
            <List.Item key={`${one.row}-${one.column}-${one.message}`}>{one.message}</List.Item>
          ))}
        </List>
      </Alert>
    );
  return (
    <Stack gap="xs">
      <Alert
        color={counts.new > 0 ? 'green' : 'yellow'}
        variant="light"
        title={
          tried.imported_before
            ? 'Este archivo ya se importó: no cambiaría nada'
            : counts.new === 0
              ? 'No hay nada que importar: todas sus líneas ya estaban'
              : `${counts.new} líneas nuevas, ${counts.known} que ya estaban`
        }
      >
        {tried.from_on && tried.to_on && `Del ${dayText(tried.from_on)} al ${dayText(tried.to_on)}. `}
        Entran <MoneyText centavos={tried.in_centavos} /> y salen <MoneyText centavos={tried.out_centavos} />.{' '}
        {counts.aside > 0 &&
          `${counts.aside === 1 ? 'Una línea se aparta' : `${counts.aside} líneas se apartan`} por las reglas. `}
        {tried.opening_centavos !== null && (
          <>
            Saldo inicial <MoneyText centavos={tried.opening_centavos} />, final{' '}
            <MoneyText centavos={tried.closing_centavos} />.
          </>
        )}
      </Alert>
      <ShortTable
        label="Primeras líneas, como se leyeron"
        caption="Así se leyeron las primeras líneas. Compáralas con el archivo antes de importar."
        rows={tried.lines}
        rowId={({ row }) => row}
        dimmed={({ known }) => known}
        columns={[
          { title: 'Fila', render: ({ row }) => row },
          { title: 'Fecha', render: ({ posted_on }) => dayText(posted_on) },
          { title: 'Monto', money: ({ centavos }) => centavos },
          { title: 'Referencia', render: ({ reference }) => reference || '—' },
          { title: 'Descripción', render: ({ description }) => description },
          {
            title: 'Qué pasa',
            render: ({ known, aside }) =>
              known ? 'Ya estaba' : aside === null ? 'Se importa' : `Se aparta: ${aside}`,
          },
        ]}
      />
    </Stack>
  );
}
