import { Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { computeQuote } from '#contract/sales/quotes/compute.ts';
import { createQuote, quoteFigures, reviseQuote } from '#contract/sales/quotes/endpoints.ts';
import { NewQuote, QuoteTerms, type QuoteRecord } from '#contract/sales/quotes/model.ts';
import { HouseFields, useHouses } from '#web/office/features/projects/projects/HouseFields.tsx';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { OutcomeView } from './OutcomeView.tsx';
import { LoanFields, PriceFields } from './QuoteFields.tsx';
import {
  EMPTY,
  houseOf,
  personOf,
  readTerms,
  startingTerms,
  termsOf,
  unpricedExtras,
  valuesOf,
  type QuoteValues,
} from './quoteForm.ts';

interface QuoteDrawerProps {
  /** For somebody on file (a prospect's `person_id`) or a sale's buyer; without either the person is typed. */
  personId?: number;
  saleId?: number;
  /** What is already known of the house. */
  starts?: Partial<Pick<QuoteValues, 'proyecto_id' | 'modelo_id' | 'lote_id'>>;
  /** A new version of this one. */
  revises?: QuoteRecord;
  onClose: () => void;
  onMade: (id: number) => void;
}

/** A proforma is typed and worked out before one's eyes with today's prices and rules; saved, it stays as it is. */
export function QuoteDrawer({ personId, saleId, starts, revises, onClose, onMade }: QuoteDrawerProps) {
  const make = useAction(createQuote, { success: 'Proforma hecha.', inline: true });
  const revise = useAction(reviseQuote, { success: 'Versión nueva hecha.', inline: true });
  const typesPerson = !revises && personId === undefined && saleId === undefined;
  const form = useForm<QuoteValues>({
    initialValues: revises ? valuesOf(revises.versions[0]!.snapshot) : { ...EMPTY, ...starts },
    validate: (values) => ({
      ...zodErrors(revises ? QuoteTerms : NewQuote)({
        ...personOf(values, { personId: revises?.person.id ?? personId, saleId }),
        ...houseOf(values),
        ...termsOf(values),
      }),
      ...(values.modelo_id === '' && { modelo_id: 'Elige el modelo.' }),
      ...unpricedExtras(values),
    }),
  });
  const { values } = form;
  const { models, lots } = useHouses(values.proyecto_id);
  const house = houseOf(values);
  const figures = useQuery({
    ...queryOf(quoteFigures, {
      query: { modelo_id: house.modelo_id, ...(house.lote_id !== null && { lote_id: house.lote_id }) },
    }),
    enabled: values.modelo_id !== '',
    retry: false,
  });
  const known = figures.data?.data;
  const begin = useEffectEvent(() => known && form.setValues(startingTerms(known, form.getValues())));
  useEffect(() => {
    if (known) begin();
  }, [known]);
  const terms = readTerms(values);
  const outcome = known && terms ? computeQuote({ ...known, project_id: known.project.id, terms }) : null;
  const named = (list: readonly { id: number; name: string }[]) =>
    list.find(({ id }) => id === house.modelo_id)?.name ?? '';

  const submit = (all: QuoteValues) => {
    const body = { ...houseOf(all), ...termsOf(all) };
    const done = ({ data }: { data: QuoteRecord }) => {
      onClose();
      onMade(data.id);
    };
    if (revises)
      revise.mutate(
        { params: { id: revises.id }, body: { ...body, version: revises.version } },
        { onSuccess: done },
      );
    else make.mutate({ body: { ...body, ...personOf(all, { personId, saleId }) } }, { onSuccess: done });
  };
  return (
    <FormDrawer
      title={revises ? `Nueva versión de ${revises.code}` : 'Nueva proforma'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={make.isPending || revise.isPending}
      submitError={make.error ?? revise.error}
      submitLabel={revises ? 'Guardar versión' : 'Hacer proforma'}
    >
      {typesPerson && <ContactFields form={form} nameLabel="Nombre del cliente" />}
      <HouseFields
        form={form}
        lotHint="No se aparta: eso pasa con el pre-contrato."
        noLot="Por escoger"
        keepsLot
      />
      <PriceFields form={form} figures={known} />
      <LoanFields form={form} />
      {outcome && known && terms && (
        <section aria-live="polite" aria-label="Cómo queda">
          <Title order={2} size="h4" mb="xs">
            Cómo queda
          </Title>
          <OutcomeView
            narrow
            result={outcome}
            months={terms.plazo_meses}
            model={{ name: named(models), cents: known.model_centavos }}
            lot={
              house.lote_id === null
                ? null
                : {
                    name: lots.find(({ id }) => id === house.lote_id)?.lote ?? '',
                    cents: known.lot_premium_centavos,
                  }
            }
            extras={terms.extras}
          />
        </section>
      )}
    </FormDrawer>
  );
}
