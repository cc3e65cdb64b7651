import { SegmentedControl, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { addCommissionRule } from '#contract/sales/commissions/endpoints.ts';
import { NewCommissionRule } from '#contract/sales/commissions/model.ts';
import { COMMISSION_EVENTS, COMMISSION_EVENT_NAMES, PAYEES } from '#contract/sales/commissions/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, MoneyField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** The form keeps both values, percent and fixed; only the chosen one is sent. */
const WithWay = z.object({ ...NewCommissionRule.shape, como: z.enum(['porcentaje', 'fijo']) });

/** Creates a commission rule: the amount and the event that releases it. */
export function RuleDrawer({ onClose }: { onClose: () => void }) {
  const today = useToday();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const wireOf = ({ como, porcentaje, fijo_centavos, ...rule }: z.input<typeof WithWay>) => ({
    ...rule,
    porcentaje: como === 'porcentaje' ? porcentaje : null,
    fijo_centavos: como === 'fijo' ? fijo_centavos : null,
  });
  const form = useRecordForm({
    schema: WithWay,
    initial: {
      para: 'asesor',
      como: 'porcentaje',
      separacion: 30,
      promesa: 40,
      desembolso: 30,
      desde: today,
    },
    check: ({ como, porcentaje, fijo_centavos, separacion, promesa, desembolso, desde, hasta }) => ({
      porcentaje: como === 'porcentaje' && porcentaje === null ? 'Escribe el porcentaje.' : null,
      fijo_centavos: como === 'fijo' && fijo_centavos === null ? 'Escribe el monto.' : null,
      desembolso:
        Math.round(((separacion ?? 0) + (promesa ?? 0) + (desembolso ?? 0)) * 100) === 10_000
          ? null
          : 'Las tres partes deben sumar 100 %.',
      hasta: hasta && desde && hasta < desde ? 'Termina antes de empezar: elige otro día.' : null,
    }),
    send: (body, as) => call(addCommissionRule, { body: wireOf(body) }, as),
    success: 'Regla agregada.',
    onDone: onClose,
  });
  const { values } = form;
  const way = bound(form, 'como');
  const sum = (values.separacion ?? 0) + (values.promesa ?? 0) + (values.desembolso ?? 0);
  return (
    <FormDrawer title="Agregar regla" opened onClose={onClose} {...form.frame} submitLabel="Agregar regla">
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        nothing="Todos los que no tienen regla propia"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField
        of={form}
        name="para"
        label="Para"
        required={false}
        options={Object.entries(PAYEES).map(([value, label]) => ({ value, label }))}
      />
      <SegmentedControl
        aria-label="Cómo se calcula"
        data={[
          { value: 'porcentaje', label: 'Porcentaje del precio' },
          { value: 'fijo', label: 'Monto fijo' },
        ]}
        value={way.value ?? 'porcentaje'}
        onChange={way.set}
      />
      {values.como === 'porcentaje' ? (
        <NumberField
          of={form}
          name="porcentaje"
          label="Porcentaje del precio"
          required
          suffix=" %"
          decimalScale={3}
          min={0}
          max={20}
        />
      ) : (
        <MoneyField of={form} name="fijo_centavos" label="Monto" required />
      )}
      <Stack gap="xs">
        {COMMISSION_EVENT_NAMES.map((event) => (
          <NumberField
            key={event}
            of={form}
            name={event}
            label={`Se libera con: ${COMMISSION_EVENTS[event].toLowerCase()}`}
            suffix=" %"
            decimalScale={2}
            min={0}
            max={100}
          />
        ))}
        <Text size="sm" c="dimmed">
          Suman {Math.round(sum * 100) / 100} % de 100 %.
        </Text>
      </Stack>
      <DayField of={form} name="desde" label="Vale desde el" />
      <DayField of={form} name="hasta" label="Hasta el" description="Vacío: sin fin." />
    </FormDrawer>
  );
}
