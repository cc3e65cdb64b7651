import type pg from 'pg';
import { Sheet } from './copy.ts';

const instants = 'created_at';

/** Every table that the sales fill, in the order of their references, with the written columns. */
export const newSheets = () => ({
  people: new Sheet('people', `id,name,document_type,document_number,document_key,phone,email,${instants}`),
  sales: new Sheet(
    'sales',
    `id,code,person_id,project_id,model_id,state_id,version,price_cents,lot_premium_cents,payment_form,work_sector,
     employment_status,origin,adviser_id,processor_id,last_action_id,last_action_at,received_at,state_since,${instants},
     board_stage,board_since,board_due`,
  ),
  lots: new Sheet('lots', `id,project_id,name,block,type_id,area_m2,premium_cents,${instants}`),
  claims: new Sheet('lot_claims', 'id,lot_id,sale_id,kind,since,until,released_at,release_reason'),
  family: new Sheet('sale_family', 'sale_id,position,name,relationship_id'),
  consents: new Sheet('consents', 'sale_id,kind,text_version,text_hash,channel,ip,user_agent,given_at'),
  assignments: new Sheet('assignments', 'sale_id,processor_id,type_id,assigned_by,reason,at'),
  cards: new Sheet('sale_cards', 'sale_id,stage,state_id,since,blocked,due_on,started_at,done_at'),
  files: new Sheet(
    'files',
    `id,sha256,mime,size,name,reference,reference_id,uploaded_by,sensitive,${instants}`,
  ),
  documents: new Sheet(
    'documents',
    `id,sale_id,type_id,label,required,state_id,version,issued_on,expires_on,rejection_reason,reviewed_by,
     reviewed_at,${instants}`,
  ),
  versions: new Sheet('document_versions', 'document_id,number,file_id,sha256,uploaded_at,uploaded_by'),
  plans: new Sheet(
    'payment_plans',
    `id,sale_id,total_cents,percent,separation_cents,months,first_on,created_by,${instants}`,
  ),
  payments: new Sheet(
    'payments',
    `id,sale_id,type_id,state_id,version,due_cents,due_at,reported_cents,proof_file_id,reported_at,
     bank_payment_type_id,bank_id,bank_reference,bank_date,bank_cents,account_id,confirmed_by,confirmed_at,receipt_number,plan_id,part,
     entered_by,voided_at,${instants}`,
  ),
  applications: new Sheet(
    'bank_applications',
    `id,sale_id,bank_id,state_id,version,chosen,requested_cents,term_months,approved_cents,rate_percent,reason,sent_by,
     sent_at,answered_at,answer_days,answer_due_on,follow_up_due_on,state_since,created_by,${instants}`,
  ),
  letters: new Sheet(
    'promise_letters',
    `id,application_id,number,amount_cents,rate_percent,term_months,issued_on,expires_on,file_id,created_by,${instants}`,
  ),
  disbursements: new Sheet(
    'disbursements',
    `id,application_id,sale_id,requested_on,requested_by,received_on,amount_cents,transfer_number,confirmed_by,confirmed_at,
     payment_id,${instants}`,
  ),
  prospects: new Sheet(
    'prospects',
    `id,person_id,project_id,model_id,stage_id,stage_since,version,origin,adviser_id,last_action_id,last_action_at,answered_at,
     contacted_at,next_follow_up_on,discard_reason,sale_id,consent_version,consent_at,created_by,${instants}`,
  ),
  contacts: new Sheet('prospect_contacts', 'prospect_id,action_id,note,next_follow_up_on,user_id,at'),
  quotes: new Sheet(
    'quotes',
    `id,code,person_id,sale_id,project_id,model_id,lot_id,adviser_id,state_id,version,number,price_cents,discount_cents,
     monthly_cents,rule_id,valid_until,sent_number,sent_at,opened_at,opens,accepted_at,${instants}`,
  ),
  quoteVersions: new Sheet('quote_versions', `quote_id,number,snapshot,result,created_by,${instants}`),
  saleQuotes: new Sheet(
    'sale_quotes',
    'sale_id,quote_id,number,model_id,lot_id,house_cents,lot_premium_cents,at',
  ),
  visits: new Sheet(
    'appointments',
    `id,uid,project_id,agent_id,person_id,sale_id,name,phone,email,starts_at,ends_at,state_id,state_since,version,origin,
     consent_version,${instants}`,
  ),
  notices: new Sheet('notices', 'user_id,kind,event,about,text,url,at,selected_at'),
  changes: new Sheet('changes', 'record,record_id,from_state,to_state,actor_kind,actor_id,at'),
  audit: new Sheet('audit_log', 'at,actor_kind,actor_id,action,entity,entity_id,data,ip'),
});
export type Sheets = ReturnType<typeof newSheets>;

/** Tables with rows of sales only. They are truncated first, so COPY can write frozen rows. */
export const OWN_TABLES = Object.values(newSheets())
  .map(({ table }) => table)
  .filter((table) => table !== 'lots');

/** Sends all rows. `frozen`: the tables were truncated in the same transaction, except the lots. */
export async function sendAll(
  client: pg.ClientBase,
  sheets: Partial<Sheets>,
  { frozen }: { frozen: boolean },
): Promise<void> {
  for (const sheet of Object.values(sheets)) await sheet.send(client, frozen && sheet.table !== 'lots');
}
