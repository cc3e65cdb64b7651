import { Beneficiaries } from './Beneficiaries.tsx';
import { FamilyRows } from './FamilyRows.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';

/** Who will live in the house, and who is named as beneficiary. */
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
