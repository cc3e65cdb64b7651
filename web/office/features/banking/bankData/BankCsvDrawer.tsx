import { Alert, Button, Drawer, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { BANK_DATA_TEMPLATE, importBankDataCsv } from '#contract/banking/bankData/bankData.endpoints.ts';
import { CSV_FILE, type BankData, type CsvResult } from '#contract/banking/bankData/bankData.model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { TEXTS } from '#contract/texts.ts';
import { download } from '#web/office/lib/download.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
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

/** Debts, or a bank's filled template, from a CSV: first what would happen, row by row; then, if one wants, it happens. */
export function BankCsvDrawer({ codigo, banks, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState<CsvResult | null>(null);
  const [bank, setBank] = useState(String(banks[0]?.id ?? ''));
  const [missing, setMissing] = useState<string | null>(null);
  const load = useAction(importBankDataCsv, { inline: true });

  const send = (confirm: boolean) => {
    if (!file) return setMissing(TEXTS.noFile);
    const body = new FormData();
    body.set('archivo', file);
    if (confirm) body.set('confirmar', '1');
    load.mutate(
      { params: { codigo }, body },
      {
        onSuccess: ({ data }) => {
          if (!confirm) return setTried(data);
          toast.success('Archivo cargado.');
          onClose();
        },
      },
    );
  };
  const changes = tried?.rows.filter(({ estado }) => estado !== 'igual').length ?? 0;
  const refused =
    load.error instanceof Refusal ? (load.error.fields[0]?.message ?? load.error.message) : null;
  return (
    <Drawer opened onClose={onClose} title="Cargar datos desde CSV" position="right" size="xl">
      <Stack>
        <Text size="sm">
          Un archivo de <b>deudas</b> con las columnas acreedor, saldo y cuota (y tipo y numero, si los
          tiene), o la <b>plantilla</b> de un banco ya llena. Primero se prueba: nada se escribe hasta que lo
          confirmes.
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
        <FileSlot
          label="Archivo CSV"
          types={[...CSV_FILE.types, 'application/vnd.ms-excel']}
          maxSize={CSV_FILE.maxSize}
          value={file ? { kind: 'chosen', file } : { kind: 'none' }}
          onSelect={(chosen) => {
            setFile(chosen);
            setTried(null);
            setMissing(null);
          }}
          onRemove={() => {
            setFile(null);
            setTried(null);
          }}
          error={missing ?? refused}
          required
        />
        <Group>
          <Button variant={tried ? 'default' : 'filled'} loading={load.isPending} onClick={() => send(false)}>
            Probar
          </Button>
          {tried && (
            <Button loading={load.isPending} disabled={changes === 0} onClick={() => send(true)}>
              {changes === 0 ? 'Nada cambiaría' : `Cargar ${changes} ${changes === 1 ? 'fila' : 'filas'}`}
            </Button>
          )}
        </Group>
        {tried && <Tried result={tried} />}
      </Stack>
    </Drawer>
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
