import { Group, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findContract, listContractHouses } from '#contract/works/contracts/endpoints.ts';
import type { Contract } from '#contract/works/contracts/model.ts';
import { whyNotEditContract } from '#contract/works/contracts/rules.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './construction.module.css';
import { ContractForm } from './ContractForm.tsx';

interface ContractDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** One contract: a form if it is a draft and the user may edit it, else read only. */
export function ContractDrawer({ id, onClose, beside }: ContractDrawerProps) {
  const mayDraw = useCan('contratos.crear');
  const { data, error } = useQuery(queryOf(findContract, { params: { id } }));
  const contract = data?.data;
  if (contract && mayDraw && !whyNotEditContract(contract.state.id))
    return <ContractForm key={contract.id} contract={contract} onClose={onClose} />;
  return (
    <RecordDrawer
      of={['contrato', id]}
      title={contract ? `${contract.reference} · ${contract.project.name}` : 'Contrato'}
      onClose={onClose}
      record={contract}
      error={error}
      beside={beside}
    >
      {(one) => <Body contract={one} />}
    </RecordDrawer>
  );
}

const Body = ({ contract }: { contract: Contract }) => (
  <>
    <Group gap="xs">
      <StatePill catalog="contract" state={contract.state} />
      <Text size="sm" c="dimmed">
        {contract.type.name}
      </Text>
    </Group>
    <Text fw={600}>{contract.name}</Text>
    <Facts
      rows={[
        ['Contratista', contract.contractor.name],
        ['Contratante', contract.contracting_party.name],
        ['Empieza', <DateText key="starts" day={contract.starts_on} />],
        ['Termina', <DateText key="ends" day={contract.ends_on} />],
        ...(contract.amount_visible
          ? [['Monto sin ITBMS', <MoneyText key="amount" centavos={contract.amount_centavos} />] as const]
          : []),
      ]}
    />
    {contract.houses_count > 0 && <Houses id={contract.id} />}
    <RecordTalk reference="contrato" id={contract.id} />
  </>
);

/** The contract's houses with their progress. */
function Houses({ id }: { id: number }) {
  const query = useQuery(queryOf(listContractHouses, { params: { contractId: id } }));
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        Viviendas
      </Title>
      <ul className={styles.houses}>
        {query.data?.data.map((house) => (
          <li key={house.id}>
            <div>
              <Text size="sm" fw={600}>
                {house.name}
              </Text>
              <Text size="xs" c="dimmed">
                {house.modelo} · lote {house.lote}
              </Text>
            </div>
            <Group gap={8} wrap="nowrap">
              <Progress value={house.progress_percent} w={72} size="sm" aria-hidden />
              <Text size="xs" className="figures">
                {Math.round(house.progress_percent)} %
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
