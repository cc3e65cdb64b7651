import { Text } from '@mantine/core';
import { disputeLine } from '#contract/works/accounts/endpoints.ts';
import type { Account, AccountLine } from '#contract/works/accounts/model.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface DisputeDrawerProps {
  account: Pick<Account, 'id'>;
  line: Pick<AccountLine, 'id' | 'work' | 'house'>;
  onClose: () => void;
}

/** The contractor does not agree with a line; the others are paid. */
export function DisputeDrawer({ account, line, onClose }: DisputeDrawerProps) {
  const form = useRecordForm({
    schema: disputeLine.body,
    initial: {},
    send: (body, as) => call(disputeLine, { params: { id: account.id, line: line.id }, body }, as),
    success: 'Línea en disputa: las demás siguen.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Disputar una línea"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Disputar la línea"
    >
      <Text size="sm">
        {line.house ? `${line.house}: ${line.work}` : line.work}. Sale de esta cuenta hasta que se aclare; las
        demás líneas se pagan.
      </Text>
      <LongTextField of={form} name="reason" label="Motivo" maxLength={1000} />
    </FormDrawer>
  );
}
