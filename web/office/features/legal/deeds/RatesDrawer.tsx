import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { listDeedRates } from '#contract/legal/deeds/endpoints.ts';
import type { DeedRate } from '#contract/legal/deeds/model.ts';
import { RATE_KINDS } from '#contract/legal/deeds/taxes.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { RateDrawer } from './RateDrawer.tsx';

/** An amount on one line. */
const Whole = ({ children }: { children: ReactNode }) => (
  <Text span inherit style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
);

/** The rates of the taxes of a deed with their days. */
export function RatesDrawer({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(queryOf(listDeedRates, {}));
  const edits = useCan('contabilidad.aprobar');
  const [open, setOpen] = useState<DeedRate | 'new' | null>(null);
  return (
    <>
      <RecordDrawer
        title="Tasas de los impuestos"
        onClose={onClose}
        record={data?.data}
        error={error}
        size="lg"
      >
        {(rates) => (
          <>
            <Text size="sm" c="dimmed">
              El ITBI va sobre el mayor del precio y el valor catastral; la renta, sobre el precio. Cada
              boleta conserva la tasa de su día.
            </Text>
            <ShortTable
              label="Tasas"
              rows={rates}
              rowId={({ id }) => id}
              columns={[
                { title: 'Impuesto', render: ({ kind }) => RATE_KINDS[kind] },
                {
                  title: 'Precio',
                  render: ({ up_to_centavos }) =>
                    up_to_centavos === null ? (
                      'Cualquiera'
                    ) : (
                      <Whole>Hasta {formatMoney(up_to_centavos)}</Whole>
                    ),
                },
                { title: 'Tasa', render: ({ percent }) => <Whole>{formatPercent(percent)}</Whole> },
                {
                  title: 'Rige',
                  render: ({ valid_from, valid_to }) => (
                    <Text size="sm" component="div">
                      <DateText day={valid_from} />
                      {valid_to && (
                        <>
                          {' al '}
                          <DateText day={valid_to} />
                        </>
                      )}
                    </Text>
                  ),
                },
                ...(edits
                  ? [
                      {
                        title: 'Acción',
                        render: (rate: DeedRate) => (
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={`Cambiar la tasa de ${RATE_KINDS[rate.kind]} desde ${rate.valid_from}`}
                            onClick={() => setOpen(rate)}
                          >
                            Cambiar
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            {edits && (
              <Group>
                <Button onClick={() => setOpen('new')}>Nueva tasa</Button>
              </Group>
            )}
          </>
        )}
      </RecordDrawer>
      {open && <RateDrawer rate={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}
