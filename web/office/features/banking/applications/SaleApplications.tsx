import { Accordion, Alert, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSaleBanks } from '#contract/banking/requirements/requirements.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ApplicationDetail } from './ApplicationDetail.tsx';
import { BankDataRatio } from '#web/office/features/banking/bankData/BankDataRatio.tsx';
import { BankMatrix } from './BankMatrix.tsx';
import { NewApplicationDrawer } from './NewApplicationDrawer.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** A sale's applications, and what each bank lacks. */
export function SaleApplications({ saleId, openId }: { saleId: number; openId?: number | undefined }) {
  const [compared, setCompared] = useState<string[]>([]);
  const making = useDrawer('solicitar');
  const query = useQuery(
    queryOf(getSaleBanks, {
      params: { id: saleId },
      query: compared.length > 0 ? { bancos: compared.join(',') } : {},
    }),
  );
  const [open, setOpen] = useState<string | null | undefined>(
    openId === undefined ? undefined : String(openId),
  );
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} />;
  const banks = query.data?.data;
  if (!banks) return <PendingPage />;
  const first = banks.applications.find(({ chosen }) => chosen) ?? banks.applications[0];
  const create = banks.create && (
    <ReasonedButton whyNot={banks.create.disabled} onClick={() => making.open()}>
      Nueva solicitud
    </ReasonedButton>
  );
  return (
    <Stack gap="md">
      <Section title="Solicitudes bancarias" actions={banks.applications.length > 0 && create}>
        {banks.applications.length === 0 ? (
          <EmptyState
            title="Todavía no se ha pedido a ningún banco"
            text="Prepara la solicitud: verás qué documentos faltan para ese banco."
            action={create}
          />
        ) : (
          <Accordion
            order={3}
            value={open === undefined ? String(first?.id ?? '') : open}
            onChange={setOpen}
            variant="separated"
            keepMounted={false}
          >
            {banks.applications.map((one) => (
              <Accordion.Item key={one.id} value={String(one.id)}>
                <Accordion.Control>
                  <Group gap="xs">
                    <Text fw={600}>{one.bank.name}</Text>
                    <StatePill catalog="bankApplication" state={one.state} />
                    {one.chosen && <StatePill tone="positive" label="Elegido" />}
                    <MoneyText centavos={one.letter?.amount_centavos ?? one.requested_centavos} size="sm" />
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  <ApplicationDetail application={one} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Section>
      {banks.ratio && <BankDataRatio ratio={banks.ratio} />}
      <Section
        title="Qué falta para cada banco"
        text="Cada documento contra la fecha en que ese banco suele responder."
      >
        <Stack gap="sm">
          <MultiSelect
            label="Comparar con otros bancos"
            placeholder={compared.length === 0 ? 'Elige bancos' : ''}
            data={banks.offered.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={compared}
            onChange={setCompared}
            maxValues={5}
            clearable
            clearButtonProps={{ 'aria-label': 'Quitar los bancos' }}
            maw={480}
          />
          {banks.banks.length === 0 ? (
            <EmptyState
              title="Ningún banco que comparar"
              text="Prepara una solicitud, o elige bancos arriba."
            />
          ) : (
            <BankMatrix saleId={saleId} banks={banks} />
          )}
        </Stack>
      </Section>
      {making.opened && <NewApplicationDrawer saleId={saleId} banks={banks} onClose={making.close} />}
    </Stack>
  );
}
