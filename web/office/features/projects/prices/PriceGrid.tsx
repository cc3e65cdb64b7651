import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { formatMoney, moneyText, parseMoney } from '#contract/money.ts';
import { changePrices, listPrices } from '#contract/projects/prices/endpoints.ts';
import type { PriceRow } from '#contract/projects/prices/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { Footer } from '#web/office/ui/table/Footer.tsx';
import { PriceFilters } from './PriceFilters.tsx';
import styles from './PriceGrid.module.css';
import { pricesAsked, type PricesSearch } from './pricesSearch.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

interface PriceGridProps {
  search: PricesSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

const faultOf = (row: PriceRow, text: string): string | null => {
  const read = parseMoney(text);
  if ('error' in read) return read.error;
  return row.target === 'model' && read.cents === 0 ? 'El precio debe ser mayor que cero.' : null;
};

/** Editable grid of prices: arrows and Enter move between cells, and a column from Excel can be pasted. */
export function PriceGrid({ search, onSearch }: PriceGridProps) {
  const mayEdit = useCan('proyectos.editar');
  const tipo = search.tipo ?? 'model';
  const query = useQuery(queryOf(listPrices, { query: pricesAsked(search) }));
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  /** Typed last days of prices; '' means no last day. */
  const [days, setDays] = useState<ReadonlyMap<string, string>>(new Map());
  const forget = () => {
    setTyped(new Map());
    setDays(new Map());
  };
  const save = useAction(changePrices, {
    success: ({ success }) => success,
    inline: true,
  });
  const rows = query.data?.data ?? [];
  const textOf = (row: PriceRow) => typed.get(row.key) ?? moneyText(row.price_centavos);
  const dayOf = (row: PriceRow) => days.get(row.key) ?? row.price_until ?? '';
  const changed = rows.filter((row) => {
    const read = parseMoney(textOf(row));
    const repriced = typed.has(row.key) && !('cents' in read && read.cents === row.price_centavos);
    return repriced || dayOf(row) !== (row.price_until ?? '');
  });
  const faulty = changed.some((row) => faultOf(row, textOf(row)) !== null);
  const put = (at: number, texts: readonly string[]) => {
    const next = new Map(typed);
    for (const [down, text] of texts.entries()) {
      const row = rows[at + down];
      if (row) next.set(row.key, text.replace(/^(?:B\/\.|USD|\$)\s*/, '').trim());
    }
    setTyped(next);
  };
  const paste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    put(
      at,
      lines.map((line) => line.split('\t')[0] ?? ''),
    );
  };
  const move = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLInputElement>(`[data-at="${at + step}"]`)
      ?.focus();
  };
  const send = async () => {
    const motivo = await askReason({
      title: changed.length === 1 ? 'Cambiar 1 precio' : `Cambiar ${changed.length} precios`,
      text: 'Rigen desde ahora. Las ventas recibidas conservan su precio.',
      label: 'Motivo',
      required: true,
      confirm: 'Cambiar',
    });
    if (!motivo) return;
    const cambios = changed.flatMap((row) => {
      const read = parseMoney(textOf(row));
      return 'cents' in read
        ? [
            {
              target: row.target,
              id: row.id,
              from_centavos: row.price_centavos,
              to_centavos: read.cents,
              ...(days.has(row.key) && { price_until: dayOf(row) || null }),
            },
          ]
        : [];
    });
    save.mutate({ body: { motivo, cambios } }, { onSuccess: forget });
  };
  const filter = (patch: Record<string, unknown>) => {
    forget();
    onSearch({ page: undefined, ...patch });
  };
  return (
    <>
      <PriceFilters
        search={search}
        tipo={tipo}
        total={query.data?.meta.pagination.total ?? 0}
        onFilter={filter}
      />
      <ErrorTable error={save.error} />
      {rows.length === 0 && query.data ? (
        <EmptyState title="Sin precios" text="No hay modelos o lotes en este proyecto." />
      ) : (
        <ShortTable
          label="Precios en vigor"
          rows={rows}
          rowId={({ key }) => key}
          columns={[
            {
              title: tipo === 'model' ? 'Modelo' : 'Lote',
              render: ({ name, project }) => (
                <div>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {project.name}
                  </Text>
                </div>
              ),
            },
            {
              title: tipo === 'model' ? 'Precio' : 'Recargo',
              render: (row, at) =>
                mayEdit ? (
                  <TextInput
                    aria-label={`Precio de ${row.name}, ${row.project.name}`}
                    className="figures"
                    inputMode="decimal"
                    data-at={at}
                    value={textOf(row)}
                    error={typed.has(row.key) ? faultOf(row, textOf(row)) : null}
                    onChange={(event) => put(at, [event.currentTarget.value])}
                    onPaste={(event) => paste(event, at)}
                    onKeyDown={(event) => move(event, at)}
                  />
                ) : (
                  formatMoney(row.price_centavos)
                ),
            },
            ...(tipo === 'model'
              ? [
                  {
                    title: 'Vale hasta',
                    render: (row: PriceRow) =>
                      mayEdit ? (
                        <DayInput
                          aria-label={`Último día del precio de ${row.name}, ${row.project.name}`}
                          value={dayOf(row)}
                          onChange={(day) => setDays(new Map(days).set(row.key, day))}
                        />
                      ) : (
                        <DateText day={row.price_until} />
                      ),
                  },
                ]
              : []),
            {
              title: 'Próximo aumento',
              render: ({ next }) =>
                next ? (
                  <Text size="sm">
                    <span className="figures">{formatMoney(next.to_centavos)}</span> desde{' '}
                    <DateText day={next.effective_on} />
                    {!next.confirmed && ' (sin confirmar)'}
                  </Text>
                ) : (
                  '—'
                ),
            },
          ]}
        />
      )}
      {query.data && (
        <Footer
          pagination={query.data.meta.pagination}
          onPage={(page) => filter({ page: page === 1 ? undefined : page })}
          onPerPage={(per_page) => filter({ per_page })}
        />
      )}
      {changed.length > 0 && (
        <Group mt="md" className={styles.save}>
          <Button onClick={() => void send()} loading={save.isPending} disabled={faulty}>
            {changed.length === 1 ? 'Guardar 1 precio' : `Guardar ${changed.length} precios`}
          </Button>
          <Button variant="default" onClick={forget}>
            Descartar
          </Button>
        </Group>
      )}
    </>
  );
}
