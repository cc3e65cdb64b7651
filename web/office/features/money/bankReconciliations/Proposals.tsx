import { Button } from '@mantine/core';
import { acceptProposals } from '#contract/money/bankReconciliations/endpoints.ts';
import type { Reconciliation } from '#contract/money/bankReconciliations/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';

type Proposal = Reconciliation['proposals'][number];

/** Lines that are probably the same money: accepted one by one, or the exact ones together. */
export function Proposals({ one }: { one: Reconciliation }) {
  const accept = useAction(acceptProposals, { success: 'Conciliado.' });
  const bank = new Map(one.bank.map((line) => [line.key, line]));
  const book = new Map(one.book.map((line) => [line.key, line]));
  const exact = one.proposals.filter((proposal) => proposal.exact).length;
  const take = (pairs?: Proposal[]) =>
    accept.mutate({
      params: { id: one.id },
      body: pairs ? { pairs: pairs.map(({ bank: left, book: right }) => ({ bank: left, book: right })) } : {},
    });
  return (
    <Section
      title="Propuestas"
      text="Líneas que parecen el mismo dinero. Lo que no aceptes se concilia a mano o se explica."
      actions={
        exact > 0 && (
          <Button size="compact-md" loading={accept.isPending} onClick={() => take()}>
            {exact === 1 ? 'Aceptar la exacta' : `Aceptar las ${exact} exactas`}
          </Button>
        )
      }
    >
      <ShortTable<Proposal>
        label="Propuestas"
        rows={one.proposals}
        rowId={(proposal) => proposal.bank.join()}
        columns={[
          {
            title: 'En el banco',
            render: (proposal) => {
              const line = bank.get(proposal.bank[0]!);
              return (
                line && (
                  <TwoLines
                    first={[line.reference, line.description].filter(Boolean).join(' · ')}
                    second={<DateText day={line.day} />}
                  />
                )
              );
            },
          },
          {
            title: 'En los libros',
            render: (proposal) => {
              const [first] = proposal.book;
              const line = book.get(first!);
              return (
                line && (
                  <TwoLines
                    first={
                      proposal.book.length === 1
                        ? line.description
                        : `${proposal.book.length} pagos de un lote`
                    }
                    second={<DateText day={line.day} />}
                  />
                )
              );
            },
          },
          { title: 'Monto', money: (proposal) => bank.get(proposal.bank[0]!)?.centavos ?? null },
          { title: 'Coincide', render: (proposal) => proposal.why },
          {
            title: 'Acciones',
            quiet: true,
            render: (proposal) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Aceptar ${bank.get(proposal.bank[0]!)?.description ?? ''}`}
                disabled={accept.isPending}
                onClick={() => take([proposal])}
              >
                Aceptar
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
