-- An order to give a card is judged again when it is handed out.
grant execute on function card_orgs(bigint) to plomb_platform;
