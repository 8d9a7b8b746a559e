package postgres

// ShunningQueries are the statements by which it is found whom somebody does not want to meet or to read.
var ShunningQueries = map[string]string{"unread": unreadOf, "apart": apartOf}
