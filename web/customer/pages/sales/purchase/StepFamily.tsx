import { Beneficiaries } from './Beneficiaries.tsx';
import { FamilyRows } from './FamilyRows.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';

/** The people who will live in the house, and the beneficiaries. */
export function StepFamily(props: StepProps) {
  return (
    <FormStep
      {...props}
      id="familia"
      title="Tu familia"
      lead="Quiénes vivirán contigo. Si vives solo, pasa al siguiente paso."
    >
      <FamilyRows />
      <Beneficiaries />
    </FormStep>
  );
}
