// Package config reads what a host writes into the configuration file and the
// environment, checks it and fills in the defaults.
package config
