-- The bank from which a customer says to have paid.
ALTER TABLE "payments" ADD COLUMN "reported_bank_id" smallint;
