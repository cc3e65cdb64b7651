import { Alert, List, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Contract } from '#contract/works/contracts/model.ts';
import { MEASURES } from '#contract/works/contracts/rules.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Committed, executed, paid and owed at a glance; what is missing, and what stops a payment. */
export function ContractSummary({ contract }: { contract: Contract }) {
  const { money, missing, payment_stops, rescission } = contract;
  return (
    <Stack gap="md">
      {rescission && !rescission.decided_by && (
        <Alert color="red" variant="light" title={`${rescission.prepared_by} preparó la rescisión`}>
          {rescission.reason}
          {rescission.successor_contractor && ` El resto pasa a ${rescission.successor_contractor.name}.`}
        </Alert>
      )}
      {missing.length > 0 && <Reasons title="Para que esté vigente falta" list={missing} color="yellow" />}
      {payment_stops.length > 0 && <Reasons title="No se le puede pagar" list={payment_stops} color="red" />}
      <Section title="Avance y dinero" text="Sin ITBMS.">
        <Progress value={contract.approved_percent} aria-label="Avance aprobado" mb="sm" />
        <Text size="sm" mb="md">
          {contract.approved_percent} % aprobado
        </Text>
        {money && (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Figure label="Comprometido" centavos={money.committed} />
            <Figure label="Ejecutado" centavos={money.certified} />
            <Figure label="Pagado" centavos={money.paid} />
            <Figure label="Por pagar" centavos={money.owed} />
          </SimpleGrid>
        )}
      </Section>
      <Section title="Condiciones">
        <Facts
          rows={[
            ['Se mide por', MEASURES[contract.measure]],
            ['Anticipo', `${contract.advance_percent} %`],
            [
              'Anticipo pagado',
              contract.advance && (
                <>
                  <DateText day={contract.advance.paid_on} /> · {contract.advance.reference}
                </>
              ),
            ],
            ['Retención', `${contract.retention_percent} %`],
            ['Meses de garantía', contract.retention_months],
            ['ITBMS', `${contract.itbms_percent} %`],
            ['Fianza de cumplimiento', `${contract.performance_percent} %`],
            ['Firmado', contract.signed_on && <DateText day={contract.signed_on} />],
            ['Recepción final', contract.accepted_on && <DateText day={contract.accepted_on} />],
            ...(money && money.addenda !== 0
              ? [['Por adendas', <MoneyText key="addenda" centavos={money.addenda} />] as const]
              : []),
            ...(contract.predecessor
              ? [
                  [
                    'Sigue a',
                    <PageLink
                      key="before"
                      to="/oficina/contratos/$id"
                      params={{ id: contract.predecessor.id }}
                      underline="always"
                    >
                      {contract.predecessor.name}
                    </PageLink>,
                  ] as const,
                ]
              : []),
          ]}
        />
      </Section>
      {rescission?.decided_by && (
        <Section title="Liquidación de la rescisión" text={rescission.reason}>
          <Facts
            rows={[
              ['La preparó', rescission.prepared_by],
              ['La decidió', rescission.decided_by],
              ...(money
                ? ([
                    ['Ejecutado', <MoneyText key="c" centavos={rescission.certified_centavos} />],
                    ['Anticipo amortizado', <MoneyText key="a" centavos={rescission.amortised_centavos} />],
                    ['Pagado', <MoneyText key="p" centavos={rescission.paid_centavos} />],
                  ] as const)
                : []),
              [
                'El resto',
                rescission.successor && (
                  <PageLink
                    to="/oficina/contratos/$id"
                    params={{ id: rescission.successor.id }}
                    underline="always"
                  >
                    {rescission.successor.name}
                  </PageLink>
                ),
              ],
            ]}
          />
        </Section>
      )}
    </Stack>
  );
}

const Figure = ({ label, centavos }: { label: string; centavos: number }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={600}>
      <MoneyText centavos={centavos} />
    </Text>
  </div>
);

const Reasons = ({ title, list, color }: { title: string; list: readonly string[]; color: string }) => (
  <Alert color={color} variant="light" title={title}>
    <List size="sm">
      {list.map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  </Alert>
);
