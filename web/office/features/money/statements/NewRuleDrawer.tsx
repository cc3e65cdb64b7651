import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DIRECTIONS, makeRule, NewRule, tryRule } from '#contract/money/statements/rules.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { accountLabel } from '#contract/projects/bankAccounts/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** A new rule, with the open lines that it would set aside. */
export function NewRuleDrawer({ texto, onClose }: { texto: string; onClose: () => void }) {
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const form = useRecordForm({
    schema: NewRule,
    initial: { texto: texto.slice(0, 80), sentido: 'any', motivo: '', aplicar: true },
    send: (body, as) => call(makeRule, { body }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const { values } = form;
  const [terms] = useDebouncedValue(
    { texto: values.texto ?? '', sentido: values.sentido, cuenta_id: values.cuenta_id },
    300,
  );
  const known = NewRule.shape.texto.safeParse(terms.texto).success;
  const { data } = useQuery({
    ...queryOf(tryRule, {
      query: {
        texto: terms.texto,
        ...(terms.sentido && { sentido: terms.sentido }),
        ...(terms.cuenta_id && { cuenta_id: terms.cuenta_id }),
      },
    }),
    enabled: known,
    placeholderData: keepPreviousData,
  });
  const tried = known ? data?.data : undefined;
  return (
    <FormDrawer
      title="Nueva regla"
      opened
      onClose={onClose}
      size="lg"
      {...form.frame}
      submitLabel="Crear regla"
    >
      <TextField
        of={form}
        name="texto"
        label="Si la línea dice"
        required
        maxLength={80}
        description="En la referencia o en la descripción. Las mayúsculas y los acentos no cuentan."
      />
      <TextField of={form} name="motivo" label="Se aparta como" required maxLength={200} />
      <OptionField
        of={form}
        name="sentido"
        label="Líneas"
        options={Object.entries(DIRECTIONS).map(([value, label]) => ({ value, label }))}
      />
      <OptionField
        of={form}
        name="cuenta_id"
        label="Cuenta"
        required={false}
        nothing="Todas las cuentas"
        options={accounts.map((one) => ({ value: one.id, label: accountLabel(one) }))}
      />
      <CheckField of={form} name="aplicar" label="Apartar también las líneas que ya están por conciliar" />
      {tried && (
        <Alert
          color={tried.lineas > 0 ? 'green' : 'gray'}
          variant="light"
          title={
            tried.lineas === 0
              ? 'Ninguna línea por conciliar dice eso'
              : tried.lineas === 1
                ? 'Una línea por conciliar dice eso'
                : `${tried.lineas} líneas por conciliar dicen eso`
          }
        >
          {tried.lineas > 0 && (
            <>
              <Text size="sm">
                Entran <MoneyText centavos={tried.in_centavos} /> y salen{' '}
                <MoneyText centavos={tried.out_centavos} />.
              </Text>
              <ShortTable
                label="Líneas que se apartarían"
                rows={tried.primeras}
                rowId={({ id }) => id}
                columns={[
                  { title: 'Fecha', render: ({ posted_on }) => <DateText day={posted_on} /> },
                  {
                    title: 'Descripción',
                    render: ({ reference, description }) => `${reference} ${description}`,
                  },
                  { title: 'Monto', money: ({ centavos }) => centavos },
                ]}
              />
            </>
          )}
        </Alert>
      )}
    </FormDrawer>
  );
}
