import { undoStatement } from '#contract/money/statements/statementEndpoints.ts';
import type { Statement } from '#contract/money/statements/statements.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';

/** Takes back a statement that was imported by mistake. */
export function UndoStatement({ statement }: { statement: Statement }) {
  const undo = useAction(undoStatement, { success: ({ success }) => success });
  const { id, receipts } = statement;
  if (!statement.undo || statement.undone) return null;
  const ask = async () => {
    const motivo = await askReason({
      title: 'Deshacer el extracto',
      text: `${
        receipts === 0
          ? 'Ningún recibo se confirmó con él.'
          : receipts === 1
            ? 'Se reversa el recibo que se confirmó con él y se avisa al cliente.'
            : `Se reversan los ${receipts} recibos que se confirmaron con él y se avisa a los clientes.`
      } Sus líneas dejan de contar. El archivo se puede importar otra vez.`,
      confirm: 'Deshacer',
      label: 'Motivo',
      required: true,
      danger: true,
      suggestions: ['Era de otra cuenta', 'El archivo estaba incompleto'],
    });
    if (motivo) undo.mutate({ params: { id }, body: { motivo } });
  };
  return (
    <ReasonedButton
      variant="outline"
      color="red"
      whyNot={statement.undo.disabled}
      loading={undo.isPending}
      onClick={() => void ask()}
    >
      Deshacer el extracto
    </ReasonedButton>
  );
}
