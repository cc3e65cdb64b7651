import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findContract,
  changeContractStatus,
  withdrawRescission,
} from '#contract/works/contracts/endpoints.ts';
import type { Contract, ContractAddendum, Guarantee } from '#contract/works/contracts/model.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import { RecordEntries } from '#web/office/features/company/comments/RecordEntries.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { StatementTab } from '../accounts/StatementTab.tsx';
import { ActivitiesDrawer } from './ActivitiesDrawer.tsx';
import { AddendumForm } from './AddendumForm.tsx';
import { AdvanceDrawer } from './AdvanceDrawer.tsx';
import { ContractAddenda } from './ContractAddenda.tsx';
import { ContractForm } from './ContractForm.tsx';
import { ContractGuarantees } from './ContractGuarantees.tsx';
import { ContractHouses } from './ContractHouses.tsx';
import { ContractStepDrawer } from './ContractStepDrawer.tsx';
import { ContractSummary } from './ContractSummary.tsx';
import { ContractWorks } from './ContractWorks.tsx';
import { GuaranteeDrawer } from './GuaranteeDrawer.tsx';
import { HouseAmountsDrawer } from './HouseAmountsDrawer.tsx';
import { ItemsDrawer } from './ItemsDrawer.tsx';
import { RescissionDrawer } from './RescissionDrawer.tsx';

export type OpenForm =
  | { form: 'edit' | 'houses' | 'activities' | 'items' | 'advance' | 'rescission' }
  | { form: 'step'; to: number }
  | { form: 'guarantee'; renews: Guarantee | null }
  | { form: 'addendum'; addendum: ContractAddendum | null }
  | null;

interface ContractPageProps {
  id: number;
  /** The open tab. */
  ver?: string | undefined;
}

/** One contract of works: what was agreed, what is certified and paid, and the next step. */
export function ContractPage({ id, ver = 'resumen' }: ContractPageProps) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(findContract, { params: { id } }));
  const comments = useComments('contrato', id);
  const contract = query.data?.data;
  const [open, setOpen] = useState<OpenForm>(null);
  const step = (to: number) => () => setOpen({ form: 'step', to });
  const transitions = useTransitions({
    offers: contract?.transitions,
    status: changeContractStatus,
    version: contract?.version,
    danger: [CONTRACT_STATE.rescinded, CONTRACT_STATE.suspended],
    forms: {
      [CONTRACT_STATE.signed]: step(CONTRACT_STATE.signed),
      [CONTRACT_STATE.accepted]: step(CONTRACT_STATE.accepted),
    },
  });
  const others = useOthers(contract, setOpen);
  if (query.error) throw query.error;
  if (!contract) return <PendingPage />;
  const close = () => setOpen(null);
  const byHouse = contract.measure === 'actividades';
  const inForce = contract.guarantees.filter(({ replaced }) => !replaced);
  // Giving a contract back and ending it are never the next step.
  const aside = (one: RecordAction) =>
    one.danger === true || one.label === 'Devolver a borrador' ? { ...one, aside: true } : one;
  return (
    <>
      <RecordPage
        of={['contrato', id]}
        title={contract.name}
        subtitle={`${contract.reference} · ${contract.type.name} · ${contract.project.name}`}
        state={<StatePill catalog="contract" state={contract.state} />}
        turn={null}
        facts={[
          { label: 'Contratista', value: contract.contractor.name },
          { label: 'Contratante', value: contract.contracting_party.name },
          ...(contract.amount_visible
            ? [{ label: 'Monto sin ITBMS', value: <MoneyText centavos={contract.amount_centavos} /> }]
            : []),
          { label: 'Empieza', value: <DateText day={contract.starts_on} /> },
          { label: 'Termina', value: <DateText day={contract.ends_on} /> },
          { label: 'Aprobado', value: `${contract.approved_percent} %` },
        ]}
        actions={[
          ...transitions.map(aside).filter(({ aside: last }) => !last),
          ...others,
          ...transitions.map(aside).filter(({ aside: last }) => last),
        ]}
        tab={ver}
        onTab={(key) => patch({ ver: key === 'resumen' ? undefined : key })}
        tabs={[
          { key: 'resumen', label: 'Resumen', content: <ContractSummary contract={contract} /> },
          ...(byHouse || contract.houses.length > 0
            ? [
                {
                  key: 'viviendas',
                  label: 'Viviendas',
                  count: contract.houses.length,
                  content: <ContractHouses contract={contract} onEdit={() => setOpen({ form: 'houses' })} />,
                },
              ]
            : []),
          {
            key: 'obra',
            label: byHouse ? 'Actividades' : 'Partidas',
            content: (
              <ContractWorks
                contract={contract}
                onEdit={() => setOpen({ form: byHouse ? 'activities' : 'items' })}
              />
            ),
          },
          { key: 'cuentas', label: 'Cuentas', content: <StatementTab contractId={id} /> },
          {
            key: 'fianzas',
            label: 'Fianzas',
            count: inForce.length,
            content: (
              <ContractGuarantees
                contract={contract}
                onAdd={(renews) => setOpen({ form: 'guarantee', renews })}
              />
            ),
          },
          {
            key: 'adendas',
            label: 'Adendas',
            count: contract.addenda.length,
            content: (
              <ContractAddenda
                contract={contract}
                onOpen={(addendum) => setOpen({ form: 'addendum', addendum })}
              />
            ),
          },
        ]}
        activity={
          <Stack gap="lg">
            <RecordEntries record="contrato" id={id} />
            <RecordTasks reference="contrato" id={id} />
            <RecordFiles reference="contrato" id={id} />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(contract.history), comments.items)}
            />
          </Stack>
        }
      />
      {open?.form === 'edit' && <ContractForm contract={contract} onClose={close} />}
      {open?.form === 'houses' && <HouseAmountsDrawer contract={contract} onClose={close} />}
      {open?.form === 'activities' && <ActivitiesDrawer contract={contract} onClose={close} />}
      {open?.form === 'items' && <ItemsDrawer contract={contract} onClose={close} />}
      {open?.form === 'advance' && <AdvanceDrawer contract={contract} onClose={close} />}
      {open?.form === 'rescission' && <RescissionDrawer contract={contract} onClose={close} />}
      {open?.form === 'step' && <ContractStepDrawer contract={contract} to={open.to} onClose={close} />}
      {open?.form === 'guarantee' && (
        <GuaranteeDrawer contract={contract} renews={open.renews} onClose={close} />
      )}
      {open?.form === 'addendum' && (
        <AddendumForm contract={contract} addendum={open.addendum} onClose={close} />
      )}
    </>
  );
}

/** What is no change of state: editing, the advance, a rescission and taking it back. */
function useOthers(contract: Contract | undefined, setOpen: (open: OpenForm) => void): RecordAction[] {
  const withdraw = useAction(withdrawRescission, { success: 'La rescisión se retiró: el contrato sigue.' });
  if (!contract) return [];
  const { may } = contract;
  const action = (shown: boolean, key: string, label: string, onRun: () => void, more: object = {}) =>
    shown ? [{ key, label, whyNot: null, onRun, ...more }] : [];
  return [
    ...action(may.pay_advance, 'advance', 'Registrar el pago del anticipo', () =>
      setOpen({ form: 'advance' }),
    ),
    ...action(may.edit, 'edit', 'Editar datos', () => setOpen({ form: 'edit' }), { aside: true }),
    ...action(may.addendum, 'addendum', 'Nueva adenda', () => setOpen({ form: 'addendum', addendum: null }), {
      aside: true,
    }),
    ...action(may.rescind, 'rescind', 'Preparar la rescisión', () => setOpen({ form: 'rescission' }), {
      aside: true,
      danger: true,
    }),
    ...action(
      may.withdraw_rescission,
      'withdraw',
      'Retirar la rescisión',
      () => withdraw.mutate({ params: { id: contract.id } }),
      { aside: true, loading: withdraw.isPending },
    ),
  ];
}
