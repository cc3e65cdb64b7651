import { Alert, Button, Drawer, Group, List, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { accountOptions } from '#contract/projects/bankAccounts/rules.ts';
import { showDay } from '#contract/dates.ts';
import { importStatement, tryStatement } from '#contract/money/statements/statementEndpoints.ts';
import {
  DATE_FORMS,
  DECIMAL_FORMS,
  STATEMENT_FILE,
  type CsvColumns,
  type TriedStatement,
} from '#contract/money/statements/statements.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { FileSlot, type SlotFile } from '#web/office/ui/FileSlot.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Browsers name a bank's file in many ways; what it is, is decided by its text. */
const TYPES = [
  ...STATEMENT_FILE.types,
  'application/vnd.ms-excel',
  'application/x-ofx',
  '.csv',
  '.ofx',
  '.qfx',
  '.txt',
];
const EMPTY: CsvColumns = {
  fecha: '',
  referencia: '',
  descripcion: '',
  monto: '',
  credito: '',
  debito: '',
  saldo: '',
  fecha_forma: 'dmy',
  decimal: 'auto',
};

/** Account, file, dry run with every fault named, and then the import. */
export function ImportStatementDrawer({
  accountId,
  onClose,
}: {
  accountId: number | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const [account, setAccount] = useState(accountId === null ? '' : String(accountId));
  const [slot, setSlot] = useState<SlotFile>({ kind: 'none' });
  const [columns, setColumns] = useState<CsvColumns | null>(null);
  const attempt = useAction(tryStatement, { inline: true });
  const save = useAction(importStatement, {
    success: ({ success }) => success,
    inline: true,
  });
  const tried = attempt.data?.data;
  const body = (more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('cuenta_id', account);
    if (columns) form.set('columnas', JSON.stringify(columns));
    for (const [key, value] of Object.entries(more)) form.set(key, value);
    if (slot.kind === 'chosen') form.set('archivo', slot.file);
    return form;
  };
  const error = save.error ?? attempt.error;
  const reset = () => {
    attempt.reset();
    save.reset();
  };
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title="Importar extracto">
      <Stack gap="md">
        <NativeSelect
          label="Cuenta"
          required
          value={account}
          data={accountOptions(accounts, { choose: true })}
          onChange={(event) => {
            setAccount(event.currentTarget.value);
            setColumns(null);
            reset();
          }}
        />
        <FileSlot
          label="Extracto"
          hint="CSV u OFX, como lo descarga el banco; hasta 5 MB."
          types={TYPES}
          maxSize={STATEMENT_FILE.maxSize}
          value={slot}
          onSelect={(file) => {
            setSlot({ kind: 'chosen', file });
            setColumns(null);
            reset();
          }}
          onRemove={() => {
            setSlot({ kind: 'none' });
            reset();
          }}
          error={
            error instanceof Refusal ? (error.fields[0]?.message ?? error.message) : (error?.message ?? null)
          }
        />
        {tried?.format === 'csv' && (
          <ColumnsForm
            headings={tried.headings}
            value={columns ?? tried.columns ?? EMPTY}
            onChange={(next) => {
              setColumns(next);
              save.reset();
            }}
          />
        )}
        <Group>
          <Button
            variant={tried && !columns ? 'default' : 'filled'}
            disabled={account === '' || slot.kind !== 'chosen'}
            loading={attempt.isPending}
            onClick={() => attempt.mutate({ body: body() })}
          >
            {tried ? 'Probar otra vez' : 'Probar el archivo'}
          </Button>
        </Group>
        {tried && <Tried tried={tried} />}
        {tried && tried.faults.length === 0 && tried.counts.new > 0 && (
          <Group justify="flex-end">
            <Button
              loading={save.isPending}
              onClick={() =>
                save.mutate(
                  { body: body({ sha256: tried.sha256 }) },
                  {
                    onSuccess: ({ data }) =>
                      void navigate({ to: '/oficina/extractos/lineas', search: { extracto_id: data.id } }),
                  },
                )
              }
            >
              {tried.counts.new === 1 ? 'Importar 1 línea' : `Importar ${tried.counts.new} líneas`}
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
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

/** Which heading of the bank holds what; remembered for the account once a file is imported. */
function ColumnsForm({
  headings,
  value,
  onChange,
}: {
  headings: readonly string[];
  value: CsvColumns;
  onChange: (value: CsvColumns) => void;
}) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        Qué columna es cada cosa
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
        {FIELDS.map(({ key, label }) => (
          <NativeSelect
            key={key}
            label={label}
            value={value[key]}
            data={['', ...new Set(headings)].map((one) => ({ value: one, label: one || '(ninguna)' }))}
            onChange={(event) => onChange({ ...value, [key]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          label="Forma de la fecha"
          value={value.fecha_forma}
          data={Object.entries(DATE_FORMS).map(([one, label]) => ({ value: one, label }))}
          onChange={(event) =>
            onChange({ ...value, fecha_forma: event.currentTarget.value as CsvColumns['fecha_forma'] })
          }
        />
        <NativeSelect
          label="Decimales"
          value={value.decimal}
          data={Object.entries(DECIMAL_FORMS).map(([one, label]) => ({ value: one, label }))}
          onChange={(event) =>
            onChange({ ...value, decimal: event.currentTarget.value as CsvColumns['decimal'] })
          }
        />
      </SimpleGrid>
    </div>
  );
}

/** What the file would bring, or what is wrong with it. */
function Tried({ tried }: { tried: TriedStatement }) {
  const { counts, faults } = tried;
  if (faults.length > 0)
    return (
      <Alert
        color="red"
        variant="light"
        title={`${counts.bad === 1 ? 'Hay una falta' : `Hay ${counts.bad} faltas`}: no se importa nada`}
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
        {tried.from_on && tried.to_on && `Del ${showDay(tried.from_on)} al ${showDay(tried.to_on)}. `}
        {tried.opening_centavos !== null && (
          <>
            Saldo inicial <MoneyText centavos={tried.opening_centavos} />, final{' '}
            <MoneyText centavos={tried.closing_centavos} />.
          </>
        )}
      </Alert>
      <ShortTable
        label="Primeras líneas del archivo"
        rows={tried.lines.slice(0, 8)}
        rowId={({ row }) => row}
        columns={[
          { title: 'Fecha', render: ({ posted_on }) => showDay(posted_on) },
          { title: 'Referencia', render: ({ reference }) => reference },
          { title: 'Descripción', render: ({ description }) => description },
          { title: 'Monto', money: ({ centavos }) => centavos },
        ]}
      />
    </Stack>
  );
}
