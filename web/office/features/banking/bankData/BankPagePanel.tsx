import { Button, Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  fieldsOf,
  specOf,
  type PageNumber,
  type Values,
} from '#contract/banking/bankData/bankData.fields.ts';
import { changeBankDataPage, sendBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankData, PageState } from '#contract/banking/bankData/bankData.model.ts';
import { ROW_NAMES, ROWS, rowSpecOf, type RowsName } from '#contract/banking/bankData/bankData.rows.ts';
import { isAsked } from '#contract/banking/bankData/bankData.rules.ts';
import type { PageAction } from '#contract/banking/bankData/bankData.state.ts';
import { showDay } from '#web/office/lib/format.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

type State = BankData['pages'][number];
const TONES = { 1: 'neutral', 2: 'positive', 3: 'progress' } as const;
const toneOf = ({ estado }: State) => TONES[estado.id as 1 | 2 | 3] ?? 'neutral';

interface Props {
  data: BankData;
  page: PageNumber;
  codigo: string;
  onEdit: () => void;
}

/** One page of the bank data beside its documents, with its state per bank. */
export function BankPagePanel({ data, page, codigo, onEdit }: Props) {
  const change = useAction(changeBankDataPage, {
    success: 'Página actualizada.',
  });
  const skip = useAction(sendBankData, {
    success: ({ success }) => success,
  });
  const general = data.pages[page - 1]!;
  const papers = data.papers.filter((one) => one.page === page);
  const act = (one: PageState, accion: PageAction) =>
    change.mutate({
      params: { codigo, pagina: page, accion },
      body: { banco_id: one.banco?.id, version: data.version || undefined },
    });
  const pass = async () => {
    const sure = await askConfirm({
      title: '¿Omitir esta página?',
      text: 'Lo que falte en ella no detiene el envío. Queda anotado quién la omitió.',
      confirm: 'Omitir la página',
    });
    if (!sure) return;
    const body = new FormData();
    body.set('codigo', codigo);
    body.set('pagina', String(page));
    body.set('ignorar_pagina', '1');
    skip.mutate({ body });
  };
  const editable = data.may.edit && general.estado.id === 1 && data.consent;
  return (
    <Stack gap="md">
      <Section
        title={general.nombre}
        actions={
          <Group gap="xs">
            <StatePill tone={toneOf(general)} label={general.estado.name} />
            {editable && page !== 6 && (
              <Button size="xs" variant="default" onClick={onEdit}>
                Corregir
              </Button>
            )}
            {editable && page !== 6 && !general.omitida_por && (
              <Button size="xs" variant="subtle" onClick={() => void pass()}>
                Omitir
              </Button>
            )}
            {general.acciones.map(({ accion, label, disabled }) => (
              <ReasonedButton
                key={accion}
                size="xs"
                variant={accion === 'verificar' ? 'filled' : 'default'}
                whyNot={disabled}
                loading={change.isPending}
                onClick={() => act(general, accion as PageAction)}
              >
                {label}
              </ReasonedButton>
            ))}
          </Group>
        }
      >
        <Stack gap="md">
          {general.por && (
            <Text size="sm" c="dimmed">
              {general.estado.name} por {general.por} · <DateText instant={general.desde} />
            </Text>
          )}
          {general.omitida_por && <Text size="sm">Omitida por {general.omitida_por}.</Text>}
          <Facts rows={rowsOf(data, page)} />
          {ROW_NAMES.filter((name) => ROWS[name].page === page && !(data.masked && name === 'deudas')).map(
            (name) => (
              <RowsTable key={name} name={name} rows={data.rows[name]} />
            ),
          )}
        </Stack>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Documentos para comparar">
          {papers.length === 0 ? (
            <Text size="sm" c="dimmed">
              Ningún documento de la venta habla de esta página.
            </Text>
          ) : (
            <Stack gap={6}>
              {papers.map((paper) => (
                <Group key={paper.id} justify="space-between" wrap="nowrap">
                  <PageLink
                    to="/oficina/ventas/$id"
                    params={{ id: data.sale.id }}
                    search={{ tab: 'papeles', papel: paper.id }}
                  >
                    {paper.label}
                  </PageLink>
                  <StatePill catalog="document" state={paper.state} />
                </Group>
              ))}
            </Stack>
          )}
        </Section>
        {page !== 6 && (
          <Section title="Esta página, por banco">
            <Stack gap={6}>
              {data.banks.map((bank) => {
                const state = bank.pages[page - 1]!;
                return (
                  <Group key={bank.id} justify="space-between" wrap="nowrap">
                    <Text size="sm">{bank.name}</Text>
                    <Group gap={6} wrap="nowrap">
                      <StatePill tone={toneOf(state)} label={state.estado.name} />
                      <BankMenu bank={bank.name} state={state} onAct={(accion) => act(state, accion)} />
                    </Group>
                  </Group>
                );
              })}
            </Stack>
          </Section>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function BankMenu({
  bank,
  state,
  onAct,
}: {
  bank: string;
  state: State;
  onAct: (accion: PageAction) => void;
}) {
  if (state.acciones.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="default" aria-label={`Cambiar la página para ${bank}`}>
          Cambiar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {state.acciones.map(({ accion, label, disabled }) => (
          <Menu.Item key={accion} disabled={disabled !== null} onClick={() => onAct(accion as PageAction)}>
            {label}
            {disabled && (
              <Text size="xs" c="dimmed">
                {disabled}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const DOCUMENTS: Readonly<Record<string, string>> = { cedula: 'Cédula', pasaporte: 'Pasaporte', ruc: 'RUC' };

/** A value as display text. */
function textOf(kind: string, value: string): string {
  if (kind === 'check') return value ? 'Sí' : 'No';
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return showDay(value);
  if (kind === 'money' && value) return `USD ${value}`;
  return DOCUMENTS[value] ?? value;
}

function rowsOf(data: BankData, page: PageNumber): (readonly [string, string | null])[] {
  const values = data.values as Values;
  return fieldsOf(page)
    .filter((name) => isAsked(name, values))
    .map((name) => {
      const spec = specOf(name);
      const text = data.values[name] ?? '';
      const hidden = data.masked && spec.income;
      return [spec.label, hidden ? '••••' : textOf(spec.kind, text) || null] as const;
    });
}

/** Rows shown on screen; a file can have two thousand. */
const LISTED = 100;

function RowsTable({ name, rows }: { name: RowsName; rows: readonly Record<string, string>[] }) {
  const spec = rowSpecOf(name);
  const columns = Object.entries(spec.columns);
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {spec.label} ({rows.length})
      </Text>
      {rows.length > 0 && (
        <ShortTable
          label={spec.label}
          rows={rows.slice(0, LISTED)}
          rowId={(_row, at) => at}
          columns={columns.map(([key, { label, kind }]) => ({
            title: label,
            render: (row: Record<string, string>) => textOf(kind, row[key] ?? '') || '—',
          }))}
        />
      )}
      {rows.length > LISTED && (
        <Text size="xs" c="dimmed">
          Se muestran las primeras {LISTED}.
        </Text>
      )}
    </div>
  );
}
