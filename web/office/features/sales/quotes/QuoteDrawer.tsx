import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { computeQuote } from '#contract/sales/quotes/compute.ts';
import { createQuote, getQuote, quoteFigures, reviseQuote } from '#contract/sales/quotes/endpoints.ts';
import { QuoteTerms, type QuoteRecord } from '#contract/sales/quotes/model.ts';
import {
  HouseFields,
  houseOfProject,
  useHouses,
} from '#web/office/features/projects/projects/HouseFields.tsx';
import { call } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { OutcomeView } from './OutcomeView.tsx';
import { LoanFields, PriceFields } from './QuoteFields.tsx';
import styles from './QuoteDrawer.module.css';
import { EMPTY, QuoteForm, valuesOf, type startOf } from './quoteForm.ts';

interface QuoteDrawerProps {
  /** For a known person (a prospect's `person_id`) or a sale's buyer. Without both, the user types the person. */
  personId?: number;
  saleId?: number;
  /** Initial values of the house. */
  starts?: ReturnType<typeof startOf>;
  /** Makes a new version of this quote. */
  revises?: QuoteRecord;
  onClose: () => void;
  onMade: (id: number) => void;
}

const latestOf = ({ versions, version }: QuoteRecord) => ({ ...valuesOf(versions[0]!.snapshot), version });

/** Creates a quote; the result updates while typing, with today's prices and rules. A saved version never changes. */
export function QuoteDrawer({ personId, saleId, starts, revises, onClose, onMade }: QuoteDrawerProps) {
  const typesPerson = !revises && personId === undefined && saleId === undefined;
  const [house, setHouse] = useState<{ modelo_id: number | null; lote_id: number | null }>(
    revises ? valuesOf(revises.versions[0]!.snapshot) : { modelo_id: null, lote_id: null, ...starts },
  );
  const figures = useQuery({
    ...queryOf(quoteFigures, {
      query: {
        modelo_id: house.modelo_id ?? 0,
        ...(house.lote_id !== null && { lote_id: house.lote_id }),
      },
    }),
    enabled: house.modelo_id !== null,
    retry: false,
  });
  const known = figures.data?.data;
  const params = { id: revises?.id ?? 0 };
  const form = useRecordForm({
    schema: QuoteForm,
    initial: revises ? latestOf(revises) : { ...EMPTY, ...starts },
    // The project's defaults, for fields that the user has not touched.
    proposed: known && {
      abono_percent: known.down_payment_percent,
      tasa_percent: known.rate_percent,
      plazo_meses: known.term_months,
    },
    check: ({ nombre, celular, extras, descuento_centavos, descuento_motivo }) => ({
      nombre: typesPerson && !nombre?.trim() ? 'Escribe el nombre del cliente.' : null,
      celular: typesPerson && !celular?.trim() ? 'Escribe el celular.' : null,
      descuento_motivo:
        (descuento_centavos ?? 0) > 0 && !descuento_motivo?.trim()
          ? 'Escribe por qué se da el descuento.'
          : null,
      // A free extra needs an explicit 0.
      ...Object.fromEntries(
        (extras ?? []).flatMap(({ centavos }, at) =>
          (centavos as number | null) === null
            ? [[`extras.${at}.centavos`, 'Escribe el monto; 0 si va incluido.']]
            : [],
        ),
      ),
    }),
    onChange: (now, before) => {
      const also = houseOfProject(now, before);
      setHouse({ modelo_id: now.modelo_id, lote_id: now.lote_id, ...also });
      return also;
    },
    reread: revises ? async () => latestOf((await call(getQuote, { params })).data) : undefined,
    send: (typed, as, version = 0) => {
      const { nombre = '', celular = '', email, proyecto_id: _, ...terms } = typed;
      if (revises) return call(reviseQuote, { params, body: { ...terms, version } }, as);
      const person =
        saleId !== undefined
          ? { sale_id: saleId }
          : personId !== undefined
            ? { person_id: personId }
            : { nombre, celular, email: email || null };
      return call(createQuote, { body: { ...terms, ...person } }, as);
    },
    success: revises ? 'Versión nueva creada.' : 'Proforma creada.',
    onDone: ({ data }) => {
      onClose();
      onMade(data.id);
    },
  });
  const { models, lots } = useHouses(form.values.proyecto_id);
  const read = QuoteTerms.safeParse(form.body());
  const terms = read.success ? read.data : null;
  const outcome = known && terms ? computeQuote({ ...known, project_id: known.project.id, terms }) : null;
  return (
    <FormDrawer
      title={revises ? `Nueva versión de ${revises.code}` : 'Nueva proforma'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={revises ? 'Guardar versión' : 'Crear proforma'}
      size="min(1080px, 100%)"
    >
      <div className={styles.columns}>
        <Stack gap="md">
          {typesPerson && <ContactFields of={form} nameLabel="Nombre del cliente" />}
          <HouseFields
            of={form}
            lotHint="No se aparta: eso pasa con el pre-contrato."
            noLot="Por elegir"
            keepsLot
          />
          <PriceFields of={form} figures={known} />
          <LoanFields of={form} />
        </Stack>
        <section aria-live="polite" aria-label="Cómo queda" className={styles.result}>
          <Title order={2} size="h4" mb="xs">
            Cómo queda
          </Title>
          {outcome && known && terms ? (
            <OutcomeView
              narrow
              result={outcome}
              months={terms.plazo_meses}
              model={{
                name: models.find(({ id }) => id === house.modelo_id)?.name ?? '',
                cents: known.model_centavos,
              }}
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
          ) : (
            <Text size="sm" c="dimmed">
              {figures.error
                ? sentence(figures.error)
                : known
                  ? 'Completa el abono, la tasa y el plazo.'
                  : 'Elige el modelo: el precio, el abono y la letra aparecen aquí y cambian con cada campo.'}
            </Text>
          )}
        </section>
      </div>
    </FormDrawer>
  );
}
