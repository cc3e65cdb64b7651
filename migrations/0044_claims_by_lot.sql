-- Who else has claimed a lot, also those who let go of it: for finding one buyer under two names.
CREATE INDEX lot_claims_lot ON lot_claims (lot_id, since);
