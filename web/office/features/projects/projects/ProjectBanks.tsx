import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeProjectBank,
  listProjectBanks,
  orderProjectBanks,
  type BankExecutive,
  type ProjectBank,
} from '#contract/projects/projects/banks.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoveButtons } from '#web/office/ui/MoveButtons.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { AddBankDrawer, BankNotesDrawer, CopyBanksDrawer } from './BankDrawers.tsx';
import { ExecutiveDrawer } from './ExecutiveDrawer.tsx';
import { Executives } from './Executives.tsx';
import styles from './projects.module.css';

interface ProjectBanksProps {
  projectId: number;
  mayEdit: boolean;
}

type Open =
  | { kind: 'add' }
  | { kind: 'copy' }
  | { kind: 'notes'; bank: ProjectBank }
  | { kind: 'executive'; bank: ProjectBank; executive: BankExecutive | null };

/** The banks that finance the project's buyers, and whom to call there. */
export function ProjectBanks({ projectId, mayEdit }: ProjectBanksProps) {
  const query = useQuery(queryOf(listProjectBanks, { params: { id: projectId } }));
  const [open, setOpen] = useState<Open | null>(null);
  const order = useAction(orderProjectBanks);
  const change = useAction(changeProjectBank);
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const banks = query.data.data;
  const valid = banks.filter(({ archived }) => !archived);
  const close = () => setOpen(null);
  const actions = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => setOpen({ kind: 'copy' })}
      >
        Copiar de otro proyecto
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ kind: 'add' })}>
        Agregar banco
      </Button>
    </Group>
  );
  const move = (from: number, to: number) => {
    const ids = valid.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate({ params: { id: projectId }, body: { ids } });
  };
  return (
    <Stack gap="md">
      <Section
        title="Bancos que financian"
        text="El primero es el que se ofrece primero. El ejecutivo principal es a quien se llama."
        actions={mayEdit && banks.length > 0 ? actions : null}
      >
        {banks.length === 0 && (
          <EmptyState
            title="Aún no hay bancos"
            text="Agrega los que financian este proyecto con sus ejecutivos, o cópialos de otro."
            action={mayEdit ? actions : null}
          />
        )}
      </Section>
      {banks.map((bank, at) => (
        <Section
          key={bank.id}
          title={bank.bank.name}
          {...(bank.notes && { text: bank.notes })}
          actions={
            <Group gap={4} className={styles.rowActions}>
              {bank.archived && <StatePill tone="neutral" label="Archivado" />}
              {!bank.mortgages && <StatePill tone="attention" label="Ya no da hipotecas" />}
              {mayEdit && !bank.archived && (
                <MoveButtons
                  name={bank.bank.name}
                  at={at}
                  count={valid.length}
                  onMove={(to) => move(at, to)}
                  busy={order.isPending}
                  direction="rows"
                />
              )}
              {mayEdit && (
                <>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Notas de ${bank.bank.name}`}
                    onClick={() => setOpen({ kind: 'notes', bank })}
                  >
                    Notas
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${bank.archived ? 'Recuperar' : 'Archivar'} ${bank.bank.name}`}
                    loading={change.isPending && change.variables?.params.id === bank.id}
                    onClick={() =>
                      change.mutate({
                        params: { id: bank.id },
                        body: { notes: bank.notes, archived: !bank.archived, version: bank.version },
                      })
                    }
                  >
                    {bank.archived ? 'Recuperar' : 'Archivar'}
                  </Button>
                </>
              )}
            </Group>
          }
        >
          {bank.executives.length === 0 ? (
            <Text size="sm" c="dimmed">
              Aún no tiene ejecutivos.
            </Text>
          ) : (
            <Executives
              executives={bank.executives}
              mayEdit={mayEdit}
              onEdit={(executive) => setOpen({ kind: 'executive', bank, executive })}
            />
          )}
          {mayEdit && !bank.archived && (
            <Button
              mt="sm"
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={`Agregar ejecutivo de ${bank.bank.name}`}
              onClick={() => setOpen({ kind: 'executive', bank, executive: null })}
            >
              Agregar ejecutivo
            </Button>
          )}
        </Section>
      ))}
      {open?.kind === 'add' && <AddBankDrawer projectId={projectId} known={banks} onClose={close} />}
      {open?.kind === 'copy' && <CopyBanksDrawer projectId={projectId} onClose={close} />}
      {open?.kind === 'notes' && <BankNotesDrawer projectId={projectId} bank={open.bank} onClose={close} />}
      {open?.kind === 'executive' && (
        <ExecutiveDrawer projectId={projectId} bank={open.bank} executive={open.executive} onClose={close} />
      )}
    </Stack>
  );
}
