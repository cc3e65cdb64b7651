import { Text } from '@mantine/core';
import { z } from 'zod';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { explainLine } from '#contract/money/bankReconciliations/endpoints.ts';
import type { ReconciledBankLine, ReconciledBookLine } from '#contract/money/bankReconciliations/model.ts';
import { EXPLANATION_NAMES, EXPLANATIONS } from '#contract/money/bankReconciliations/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  kind: z.enum(EXPLANATION_NAMES, { error: 'Elige el motivo.' }),
  text: z.string().trim().max(300).default(''),
});

interface ExplainDrawerProps {
  reconciliationId: number;
  line: Pick<
    ReconciledBankLine | ReconciledBookLine,
    'key' | 'day' | 'description' | 'centavos' | 'explanation'
  >;
  onClose: () => void;
}

/** Why a line is on one side only. */
export function ExplainDrawer({ reconciliationId, line, onClose }: ExplainDrawerProps) {
  const form = useRecordForm({
    schema: Form,
    initial: line.explanation ? { kind: line.explanation.kind, text: line.explanation.text } : {},
    send: (body, as) =>
      call(explainLine, { params: { id: reconciliationId }, body: { key: line.key, ...body } }, as),
    success: 'Explicación guardada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Explicar la línea"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar explicación"
    >
      <Text size="sm">
        {showDay(line.day)} · {line.description} · {formatMoney(line.centavos)}
      </Text>
      <OptionField
        of={form}
        name="kind"
        label="Por qué está de un solo lado"
        nothing="Elige el motivo"
        options={EXPLANATION_NAMES.map((value) => ({ value, label: EXPLANATIONS[value] }))}
      />
      <LongTextField of={form} name="text" label="Detalle" maxLength={300} />
    </FormDrawer>
  );
}
