import { offersEmployment } from '#contract/sales/purchase/rules.ts';
import { EMPLOYMENT, SECTORS } from '#contract/sales/sale/values.ts';
import { Choices, TickBox } from '#web/customer/components/Choices.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { SECTOR_NOTES } from './sectorNotes.ts';
import { usePrecontract } from './usePrecontract.ts';

/** The source of income: it decides the required documents and whether an employment status is asked (spec §2.1). */
export function StepWork(props: StepProps) {
  const { data, state, faults, choose, tick } = usePrecontract();
  const { sector_trabajo, estatus_laboral, forma_pago } = state.fields;
  const offered = offersEmployment(sector_trabajo);
  return (
    <FormStep
      {...props}
      id="trabajo"
      title="Tu trabajo"
      lead="Con esto sabemos qué documentos pedirte y qué banco te conviene."
    >
      <Choices
        label="¿En qué sector trabajas?"
        name="sector_trabajo"
        options={SECTORS.map((value) => ({ value, label: value, note: SECTOR_NOTES[value] }))}
        value={sector_trabajo}
        onChoose={(sector) =>
          choose({ sector_trabajo: sector, ...(!offersEmployment(sector) && { estatus_laboral: '' }) })
        }
        error={faults['sector_trabajo']}
        mark={false}
      />
      <Choices
        label="Tu estatus laboral"
        name="estatus_laboral"
        options={EMPLOYMENT.map((value) => ({ value, label: value, disabled: !offered }))}
        value={offered ? estatus_laboral : ''}
        onChoose={(estatus) => choose({ estatus_laboral: estatus })}
        hint={offered ? undefined : `No hace falta para ${sector_trabajo.toLowerCase()}s.`}
        error={faults['estatus_laboral']}
        mark={false}
        across
      />
      <Choices
        label="¿Cómo vas a pagar la casa?"
        name="forma_pago"
        options={[
          { value: 'hipoteca', label: 'Con hipoteca', note: 'Nosotros la tramitamos con el banco' },
          { value: 'contado', label: 'De contado', note: 'Sin banco: te pedimos menos documentos' },
        ]}
        value={forma_pago}
        onChoose={(forma) => choose({ forma_pago: forma })}
        error={faults['forma_pago']}
        required
      />
      <TickBox
        name="consentimiento_apc"
        initial={data.consents.apc.given}
        onTick={(ticked) => tick('consentimiento_apc', ticked)}
        error={faults['consentimiento_apc']}
      >
        {data.consents.apc.text}{' '}
        <a href="/privacidad" target="_blank" rel="noopener">
          Saber más<span className="sr-only"> sobre tus datos (abre otra ventana)</span>
        </a>
        <small>Puedes dejarla sin marcar y autorizarla después.</small>
      </TickBox>
    </FormStep>
  );
}
