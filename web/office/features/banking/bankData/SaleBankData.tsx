import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { BankDataRatio } from './BankDataRatio.tsx';

/** The bank data on the sale's page: the state of each page, and what each bank lacks. */
export function SaleBankData({ saleId }: { saleId: number }) {
  const query = useQuery(queryOf(getBankData, { params: { codigo: String(saleId) } }));
  if (query.error) throw query.error;
  const data = query.data?.data;
  if (!data) return <PendingPage />;
  const of = { codigo: data.sale.code ?? String(saleId) };
  return (
    <Stack gap="md">
      <Section
        title="Datos bancarios"
        text="El cliente los llena una vez; con ellos se llena el formulario de cada banco."
        actions={
          <PageLink to="/oficina/datos-bancarios/$codigo" params={of}>
            Abrir los datos bancarios
          </PageLink>
        }
      >
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            {data.sent_at ? (
              <>
                Enviados por {data.sent_by} · <DateText instant={data.sent_at} />
              </>
            ) : data.updated_at ? (
              'En borrador: todavía no se envían.'
            ) : (
              'Todavía no se empiezan.'
            )}
          </Text>
          {data.pages.slice(0, 5).map((page) => (
            <Group key={page.pagina} justify="space-between" wrap="nowrap">
              <PageLink to="/oficina/datos-bancarios/$codigo" params={of} search={{ pagina: page.pagina }}>
                {page.pagina}. {page.nombre}
              </PageLink>
              <StatePill tone={page.estado.id === 2 ? 'positive' : 'neutral'} label={page.estado.name} />
            </Group>
          ))}
        </Stack>
      </Section>
      <Section title="Por banco">
        <Stack gap={6}>
          {data.banks.map((bank) => (
            <Group key={bank.id} justify="space-between" wrap="nowrap">
              <Text size="sm">{bank.name}</Text>
              <StatePill
                tone={bank.gaps.length === 0 ? 'positive' : 'attention'}
                label={bank.gaps.length === 0 ? 'Completo' : `Faltan ${bank.gaps.length} de ${bank.asks}`}
              />
            </Group>
          ))}
        </Stack>
      </Section>
      {!data.masked && <BankDataRatio ratio={data.ratio} />}
    </Stack>
  );
}
