import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { changeContractAddendumStatus } from '#contract/works/contracts/endpoints.ts';
import type { Contract, ContractAddendum } from '#contract/works/contracts/model.ts';
import { CONTRACT_ADDENDUM } from '#contract/works/contracts/rules.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

interface ContractAddendaProps {
  contract: Contract;
  /** Null: a new one. */
  onOpen: (addendum: ContractAddendum | null) => void;
}

/** The addenda of a contract: the only way in which its amount changes. */
export function ContractAddenda({ contract, onOpen }: ContractAddendaProps) {
  return (
    <Section
      title="Adendas"
      text="Solo una adenda firmada cambia el monto o la fecha."
      actions={
        contract.may.addendum ? (
          <Button variant="default" size="compact-md" onClick={() => onOpen(null)}>
            Nueva adenda
          </Button>
        ) : null
      }
    >
      {contract.addenda.length === 0 ? (
        <EmptyState title="No hay adendas" text="El contrato sigue como se firmó." />
      ) : (
        <Stack gap="sm">
          {contract.addenda.map((one) => (
            <Addendum key={one.id} addendum={one} onEdit={() => onOpen(one)} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Addendum({ addendum, onEdit }: { addendum: ContractAddendum; onEdit: () => void }) {
  const transitions = useTransitions({
    offers: addendum.transitions,
    status: changeContractAddendumStatus,
    version: addendum.version,
    danger: [CONTRACT_ADDENDUM.voided],
  });
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Adenda ${addendum.number}`}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>Adenda {addendum.number}</Text>
          <StatePill catalog="contractAddendum" state={addendum.state} />
        </Group>
        {addendum.delta_centavos !== null && (
          <Text fw={600}>
            <MoneyText centavos={addendum.delta_centavos} />
          </Text>
        )}
      </Group>
      <Text size="sm" my="xs">
        {addendum.reason}
      </Text>
      <Stack gap={2} component="ul" m={0} pl="md">
        {addendum.lines.map((line) => (
          <Text key={`${line.house?.id ?? ''} ${line.item?.code ?? ''}`} component="li" size="sm">
            {line.house?.name ?? `${line.item?.code} ${line.item?.description}`}
            {line.delta_quantity !== null && `: ${line.delta_quantity} ${line.item?.unit}`}
            {line.delta_centavos !== null && (
              <>
                {' · '}
                <MoneyText centavos={line.delta_centavos} />
              </>
            )}
          </Text>
        ))}
        {addendum.ends_on && (
          <Text component="li" size="sm">
            Termina el <DateText day={addendum.ends_on} />
          </Text>
        )}
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        La hizo {addendum.created.by}
        {addendum.approved_by && `, la aprobó ${addendum.approved_by}`}
        {addendum.signed_on && (
          <>
            , firmada el <DateText day={addendum.signed_on} />
          </>
        )}
      </Text>
      {(transitions.length > 0 || addendum.may_edit) && (
        <Group gap="xs" mt="sm">
          {transitions.map((one) => (
            <ReasonedButton
              key={one.key}
              size="compact-md"
              variant={one.danger ? 'subtle' : 'filled'}
              {...(one.danger && { color: 'red' })}
              whyNot={one.whyNot}
              loading={one.loading ?? false}
              onClick={one.onRun}
            >
              {one.label}
            </ReasonedButton>
          ))}
          {addendum.may_edit && (
            <Button variant="default" size="compact-md" onClick={onEdit}>
              Editar
            </Button>
          )}
        </Group>
      )}
    </Paper>
  );
}
