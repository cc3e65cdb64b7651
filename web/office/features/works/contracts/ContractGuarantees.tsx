import { Anchor, Badge, Button, Group } from '@mantine/core';
import { removeGuarantee } from '#contract/works/contracts/endpoints.ts';
import type { Contract, Guarantee } from '#contract/works/contracts/model.ts';
import { GUARANTEE_KINDS, GUARANTEE_STATES } from '#contract/works/contracts/rules.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';

interface ContractGuaranteesProps {
  contract: Contract;
  /** `renews`: the bond that the new one replaces. */
  onAdd: (renews: Guarantee | null) => void;
}

const COLORS = { vigente: 'green', por_vencer: 'yellow', vencida: 'red', futura: 'gray' } as const;

/** The bonds of a contract; one that expired stops its payments. */
export function ContractGuarantees({ contract, onAdd }: ContractGuaranteesProps) {
  const remove = useAction(removeGuarantee, { success: 'Fianza quitada.' });
  const mayRemove = useCan('contratos.aprobar');
  const add = contract.may.guarantee ? (
    <Button variant="default" size="compact-md" onClick={() => onAdd(null)}>
      Agregar fianza
    </Button>
  ) : null;
  const columns: ShortColumn<Guarantee>[] = [
    {
      title: 'Fianza',
      render: (one) => (
        <>
          {GUARANTEE_KINDS[one.kind]}
          <br />
          {one.file ? (
            <Anchor href={one.file.url} target="_blank" size="sm">
              {one.insurer} {one.number}
            </Anchor>
          ) : (
            `${one.insurer} ${one.number}`
          )}
        </>
      ),
    },
    ...(contract.amount_visible
      ? [{ title: 'Monto', money: ({ amount_centavos }: Guarantee) => amount_centavos }]
      : []),
    { title: 'Desde', render: ({ starts_on }) => <DateText day={starts_on} /> },
    { title: 'Hasta', render: ({ ends_on }) => <DateText day={ends_on} /> },
    {
      title: 'Estado',
      render: ({ state, replaced }) => (
        <Badge color={replaced ? 'gray' : COLORS[state]} variant="light">
          {replaced ? 'Reemplazada' : GUARANTEE_STATES[state]}
        </Badge>
      ),
    },
    {
      title: 'Acciones',
      quiet: true,
      render: (one) =>
        !one.replaced && contract.may.guarantee ? (
          <Group gap="xs" wrap="nowrap">
            <Button variant="subtle" size="compact-sm" onClick={() => onAdd(one)}>
              Renovar
            </Button>
            {mayRemove && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                loading={remove.isPending}
                onClick={() => void takeOut(one)}
              >
                Quitar
              </Button>
            )}
          </Group>
        ) : null,
    },
  ];
  const takeOut = async (one: Guarantee) => {
    const yes = await askConfirm({
      title: `Quitar la fianza ${one.number}`,
      text: 'Deja de respaldar el contrato; queda en su historia.',
      confirm: 'Quitar la fianza',
      danger: true,
    });
    if (yes) remove.mutate({ params: { id: contract.id, guarantee: one.id } });
  };
  return (
    <Section title="Fianzas" text="Una fianza vencida detiene los pagos." actions={add}>
      {contract.guarantees.length === 0 ? (
        <EmptyState title="No hay fianzas" text="Guarda cada una con su monto, sus fechas y su archivo." />
      ) : (
        <ShortTable
          label="Fianzas"
          rows={contract.guarantees}
          columns={columns}
          rowId={({ id }) => id}
          dimmed={({ replaced }) => replaced}
        />
      )}
    </Section>
  );
}
