-- Sorts by bytes, as SQLite does, in every locale.
ALTER TABLE documents ALTER name_key TYPE text COLLATE "C";

-- The log only grows.
CREATE FUNCTION audit_events_unchanged() RETURNS trigger LANGUAGE plpgsql AS $guard$
  BEGIN RAISE EXCEPTION 'audit_events: nothing is changed'; END $guard$;
CREATE FUNCTION audit_events_follows() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN
  IF NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM audit_events WHERE document_id = NEW.document_id), 0)
    OR NEW.previous_hash <> COALESCE(
      (SELECT hash FROM audit_events WHERE document_id = NEW.document_id AND number = NEW.number - 1),
      '0000000000000000000000000000000000000000000000000000000000000000')
  THEN RAISE EXCEPTION 'audit_events: an entry follows on the last one'; END IF;
  RETURN NEW;
END $guard$;
-- Only the transaction that erases a document deletes its entries.
CREATE FUNCTION audit_events_kept() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM erasures WHERE document_id = OLD.document_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'audit_events: nothing is deleted';
END $guard$;
CREATE TRIGGER audit_events_fixed BEFORE UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_unchanged();
CREATE TRIGGER audit_events_chain BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_follows();
CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_kept();
CREATE TRIGGER audit_events_keep_all BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_events_kept();
