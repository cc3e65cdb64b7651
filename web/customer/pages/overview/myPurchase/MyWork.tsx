import { useState } from 'react';
import type { sayWork } from '#contract/sales/purchase/endpoints.ts';
import { offersEmployment } from '#contract/sales/purchase/rules.ts';
import { EMPLOYMENT, SECTORS } from '#contract/sales/sale/values.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import type { Look } from '#web/customer/components/Button.tsx';
import { Choices } from '#web/customer/components/Choices.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { SECTOR_NOTES } from '#web/customer/pages/sales/purchase/sectorNotes.ts';
import styles from '#web/customer/components/Spaced.module.css';

/** Asks for sector and employment status if the form did not have them: they decide the income documents. */
export function MyWork({ saleId, look }: { saleId: number; look: Look }) {
  const [sector, setSector] = useState('');
  const hydrated = useHydrated();
  const offered = offersEmployment(sector);
  return (
    <section id="trabajo" className={styles.spaced} aria-labelledby="titulo-trabajo">
      <h2 id="titulo-trabajo">Tu trabajo</h2>
      <p>Con esto sabemos qué comprobantes de ingresos pedirte.</p>
      <ActForm<typeof sayWork> action={`/clientes/mi-compra/${saleId}/trabajo`} button="Guardar" look={look}>
        <Choices
          label="¿En qué sector trabajas?"
          name="sector_trabajo"
          options={SECTORS.map((value) => ({ value, label: value, note: SECTOR_NOTES[value] }))}
          onChoose={setSector}
          required
        />
        {(sector !== '' || !hydrated) && (
          <Choices
            label="Tu estatus laboral"
            name="estatus_laboral"
            options={EMPLOYMENT.map((value) => ({ value, label: value, disabled: !offered }))}
            hint={offered ? undefined : `No hace falta para ${sector.toLowerCase()}s.`}
            mark={false}
            across
          />
        )}
      </ActForm>
    </section>
  );
}
