import { Alert, Button, Grid, Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { PAGE_LABELS, PAGES, type PageNumber } from '#contract/banking/bankData/bankData.fields.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { cameFromProcedures } from '#web/office/lib/cameFrom.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { BankCsvDrawer } from './BankCsvDrawer.tsx';
import { BankDataGaps } from './BankDataGaps.tsx';
import { BankDataRatio } from './BankDataRatio.tsx';
import { BankPageDrawer } from './BankPageDrawer.tsx';
import { BankPagePanel } from './BankPagePanel.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const MARK: Readonly<Record<number, string>> = { 1: '', 2: ' ✓', 3: ' –' };
/** One sale's bank data: compared with its documents and verified per page and bank. */
export function BankDataRecord({ codigo, page }: { codigo: string; page: number }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const query = useQuery(queryOf(getBankData, { params: { codigo } }));
  const loading = useDrawer('csv');
  const editing = useDrawer('corregir');
  const [shown, setShown] = useState('pagina');
  if (query.error) throw query.error;
  const data = query.data?.data;
  if (!data) return <PendingPage />;
  const current = page as PageNumber;
  const name = data.sale.code ?? String(data.sale.id);
  return (
    <Stack gap="md">
      <PageHeader
        title={data.sale.name}
        count={null}
        text={`Datos bancarios · ${name} · ${data.sale.project.name} · ${data.sale.state.name}`}
        actions={
          <>
            <Button
              variant="default"
              onClick={() =>
                // A user who did not come from a page of procedures goes to the list.
                cameFromProcedures() ? history.back() : void navigate({ to: '/oficina/datos-bancarios' })
              }
            >
              Volver
            </Button>
            <PageLink to="/oficina/ventas/$id" params={{ id: data.sale.id }}>
              Ver la venta
            </PageLink>
            {data.may.edit && !data.masked && (
              <Button variant="default" onClick={() => loading.open()}>
                Cargar CSV
              </Button>
            )}
          </>
        }
      />
      {data.may.why && <Alert color="gray">{data.may.why}</Alert>}
      {!data.consent && (
        <Alert color="yellow" title="Falta el permiso de datos">
          El cliente tiene que aceptar el uso de sus datos antes de que se puedan escribir.
        </Alert>
      )}
      {data.masked && (
        <Alert color="gray">
          Los ingresos y las deudas están ocultos: hace falta el permiso para ver documentos de ingresos.
        </Alert>
      )}
      <Group justify="space-between">
        <SegmentedControl
          value={shown}
          onChange={setShown}
          data={[
            { value: 'pagina', label: 'Páginas' },
            { value: 'bancos', label: 'Qué le falta a cada banco' },
            { value: 'historial', label: 'Historial' },
          ]}
        />
        <Text size="sm" c="dimmed">
          {data.sent_at ? (
            <>
              Enviados por {data.sent_by} · <DateText instant={data.sent_at} />
            </>
          ) : (
            'El cliente todavía no los envía.'
          )}
        </Text>
      </Group>
      {shown === 'bancos' && <BankDataGaps data={data} codigo={name} />}
      {shown === 'historial' && (
        <Section title="Historial">
          {data.history.length === 0 ? (
            <Text c="dimmed">Todavía no hay cambios.</Text>
          ) : (
            <Stack gap={6}>
              {data.history.map((one) => (
                <Text size="sm" key={one.at + one.text}>
                  <DateText instant={one.at} /> · <b>{one.who}</b> · {one.text}
                </Text>
              ))}
            </Stack>
          )}
        </Section>
      )}
      {shown === 'pagina' && (
        <Grid>
          <Grid.Col span={{ base: 12, lg: 9 }}>
            <Tabs
              value={String(current)}
              onChange={(value) => patch({ pagina: Number(value) })}
              keepMounted={false}
            >
              <Tabs.List mb="md">
                {PAGES.map((one) => (
                  <Tabs.Tab key={one} value={String(one)}>
                    {one}. {PAGE_LABELS[one]}
                    <span aria-hidden>{MARK[data.pages[one - 1]?.estado.id ?? 1]}</span>
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {PAGES.map((one) => (
                <Tabs.Panel key={one} value={String(one)}>
                  {one === current && (
                    <BankPagePanel data={data} page={one} codigo={name} onEdit={() => editing.open()} />
                  )}
                </Tabs.Panel>
              ))}
            </Tabs>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 3 }}>
            {!data.masked && <BankDataRatio ratio={data.ratio} />}
          </Grid.Col>
        </Grid>
      )}
      {data.may.edit && loading.opened && (
        <BankCsvDrawer codigo={name} banks={data.banks} onClose={loading.close} />
      )}
      {data.may.edit && editing.opened && (
        <BankPageDrawer data={data} page={current} codigo={name} onClose={editing.close} />
      )}
    </Stack>
  );
}
